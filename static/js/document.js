// A pasted answer keeps its links: what programs put on the clipboard as HTML goes into the field as HTML, because
// as plain text the addresses behind the links would be lost.

const field = document.getElementById("document");
const said = document.getElementById("pasted");

field.addEventListener("paste", (event) => {
  const html = event.clipboardData.getData("text/html");
  const text = event.clipboardData.getData("text/plain");
  if (!/<a\s[^>]*href=/i.test(html) || /\]\(\s*<?https?:/.test(text)) return;
  event.preventDefault();
  field.setRangeText(html, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  said.textContent = "Pasted as HTML, so that the links stay.";
});
