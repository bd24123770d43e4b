// Runs before the first paint: no page flashes in other colours, another layout or another direction than it will have.
(function () {
  var root = document.documentElement;
  var chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem('layout')) || chosen;
  } catch (_) {}
  for (var name in chosen) if (/^data-[a-z-]+$/.test(name)) root.setAttribute(name, chosen[name]);
  var mode = chosen['data-layout-mode'] === 'dark' ? 'dark' : 'light';
  root.setAttribute('data-layout-mode', mode);
  root.style.colorScheme = mode;
  var lang = (document.cookie.match(/(?:^|; )lang=(en|es|de|it|ru|zh|fr|ar)(?:;|$)/) || [])[1];
  if (lang) {
    root.lang = lang;
    root.dir = lang === 'ar' ? 'rtl' : 'ltr';
  }
})();
