// Before the first paint, so that nothing flashes: the theme that was chosen on this page.
try {
  const theme = localStorage.getItem("reprise.theme");
  if (theme) document.documentElement.style.colorScheme = theme;
} catch { /* a page without storage follows the system */ }
