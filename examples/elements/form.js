import "candor/elements";

const status = document.getElementById("status");

document.querySelector("candor-form").addEventListener("candor-failed", ({ detail: error }) => {
  status.textContent = `The private questions cannot be asked now (${error.code}).`;
});
