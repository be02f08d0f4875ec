// Renews the progress of a check from its own fragment until that says it is final; then the page is loaded anew.

const region = document.querySelector("[data-poll]");
const FIRST_MS = 1000;
const LAST_MS = 10000;

async function look() {
  const response = await fetch(region.dataset.poll, { cache: "no-store" });
  if (!response.ok) return false;
  const fresh = document.createElement("template");
  fresh.innerHTML = await response.text();
  // Untouched while nothing has changed, so that screen readers are not told the same thing again.
  if (fresh.innerHTML.trim() !== region.innerHTML.trim()) region.replaceChildren(fresh.content);
  return region.querySelector("[data-final]") !== null;
}

async function follow(wait) {
  let final = false;
  try {
    final = !document.hidden && (await look());
  } catch {
    // The connection may come back: the next round asks again.
  }
  if (final) location.reload();
  else setTimeout(follow, wait, Math.min(wait * 1.15, LAST_MS));
}

setTimeout(follow, FIRST_MS, FIRST_MS);
