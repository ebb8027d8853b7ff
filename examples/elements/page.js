import "candor/elements";

const status = document.getElementById("status");

document.querySelector("candor-survey").addEventListener("candor-sent", () => {
  status.textContent = "The collector has your report.";
});
