// Runs before the first paint so that a dark or right-to-left page never flashes light or left-to-right.
(function () {
  var root = document.documentElement;
  var chosen = null;
  try {
    chosen = (JSON.parse(localStorage.getItem('layout') || '{}') || {})['data-layout-mode'];
  } catch (_) {}
  var mode = chosen === 'dark' ? 'dark' : 'light';
  root.setAttribute('data-layout-mode', mode);
  root.style.colorScheme = mode;
  var lang = (document.cookie.match(/(?:^|; )lang=(en|es|de|it|ru|zh|fr|ar)(?:;|$)/) || [])[1];
  if (lang) {
    root.lang = lang;
    root.dir = lang === 'ar' ? 'rtl' : 'ltr';
  }
})();
