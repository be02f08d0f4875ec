// Copy buttons: each copies the text in its data-copy attribute and says so in a live region.

const said = document.createElement("p");
said.className = "hidden";
said.setAttribute("role", "status");
document.body.append(said);

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // No clipboard on plain http: the older way, by a selection.
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("not copied");
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    let word = "Copied";
    try {
      await copy(button.dataset.copy);
    } catch {
      word = "Not copied";
    }
    button.focus();
    button.textContent = word;
    said.textContent = word;
    setTimeout(() => {
      button.textContent = label;
      said.textContent = "";
    }, 2000);
  });
}
