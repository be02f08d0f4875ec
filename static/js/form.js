// The rows of the form: add and remove one without sending it. Without this script the button sends the form,
// which comes back with one more row and everything that was typed.

const form = document.querySelector("form[data-most]");
const rows = document.getElementById("rows");
const add = form.querySelector("[data-add]");
const most = Number(form.dataset.most);

function number(row, n) {
  row.querySelector("[data-number]").textContent = n;
  for (const name of ["quote", "url"]) {
    const field = row.querySelector(`[name=${name}]`);
    const mistake = field.parentElement.querySelector(".mistake");
    row.querySelector(`label[for=${field.id}]`).htmlFor = `${name}-${n}`;
    field.id = `${name}-${n}`;
    if (mistake) {
      mistake.id = `${name}-${n}-mistake`;
      field.setAttribute("aria-describedby", name === "url" ? `${mistake.id} url-hint` : mistake.id);
    }
  }
}

function renumber() {
  const all = [...rows.children];
  all.forEach((row, at) => number(row, at + 1));
  for (const row of all) row.querySelector("[data-remove]").hidden = all.length === 1;
  if (add) add.hidden = all.length >= most;
}

function another() {
  const row = rows.lastElementChild.cloneNode(true);
  for (const mistake of row.querySelectorAll(".mistake")) mistake.remove();
  const quote = row.querySelector("[name=quote]");
  const url = row.querySelector("[name=url]");
  for (const field of [quote, url]) field.removeAttribute("aria-invalid");
  quote.removeAttribute("aria-describedby");
  quote.removeAttribute("autofocus");
  url.setAttribute("aria-describedby", "url-hint");
  quote.value = "";
  url.value = rows.lastElementChild.querySelector("[name=url]").value;
  rows.append(row);
  renumber();
  quote.focus();
}

rows.addEventListener("click", (event) => {
  const button = event.target.closest("[data-remove]");
  if (!button) return;
  const row = button.closest(".row");
  const next = row.nextElementSibling ?? row.previousElementSibling;
  row.remove();
  renumber();
  next.querySelector("[name=quote]").focus();
});

if (add) {
  add.type = "button";
  add.addEventListener("click", another);
}
renumber();
