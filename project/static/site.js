// Keeps the "found a mistake?" form open while a message is being written.
for (const box of document.querySelectorAll("details.mistake")) {
  box.addEventListener("focusout", () => {
    if (box.querySelector("textarea").value) box.open = true;
  });
}
