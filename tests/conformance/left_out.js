// Takes out of a loaded page what the extraction rules leave out (the reference's own reading of them).
() => {
  const sheet = document.createElement("style");
  sheet.textContent = "*{content-visibility:visible!important}";
  document.head.append(sheet);

  const drop = (selector) => document.querySelectorAll(selector).forEach((element) => element.remove());
  drop("script, template, noscript, iframe, object, textarea, nav, [role~=navigation i], del, s, strike, rt, rp");
  drop("svg title, svg desc, svg metadata, annotation, annotation-xml");
  drop("[hidden]:not([hidden=until-found i]), dialog:not([open])");
  drop(".sr-only, .visually-hidden, .screen-reader-text");
  drop("td.linenos, td.lineno, td.line-numbers");
  drop(":is(pre, code) :is(.linenos, .lineno, .line-numbers, .ln)");

  for (const link of document.querySelectorAll("a[href*='#']")) {
    const title = link.closest("h1, h2, h3, h4, h5, h6, dt, caption, figcaption");
    const text = link.textContent.trim();
    const sign = ["¶", "#", "§"].includes(text);
    if (link.matches(".headerlink") ? !/[\p{L}\p{N}]/u.test(text) : sign && title) link.remove();
  }
  for (const element of document.body.querySelectorAll("*")) {
    const style = getComputedStyle(element);
    if (style.opacity === "0" || parseFloat(style.fontSize) === 0) element.remove();
  }
  return document.body.innerText;
};
