// Live counters: how many characters (code points) a field holds, and how many it may hold.

for (const count of document.querySelectorAll("[data-count]")) {
  const field = document.getElementById(count.dataset.count);
  const most = Number(count.dataset.most);
  const show = () => {
    const held = [...field.value].length;
    count.textContent = `${held.toLocaleString("en")} of at most ${most.toLocaleString("en")} characters.`;
    count.dataset.tone = held > most ? "wrong" : "";
  };
  field.addEventListener("input", show);
  window.addEventListener("pageshow", show);
  show();
}
