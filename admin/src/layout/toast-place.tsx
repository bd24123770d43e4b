import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';

/** The id of the landmark in which the toasts stand. */
export const TOAST_PLACE = 'toasts';

/** Elements that toasts must not cover: page heads with buttons, list toolbars, heads of panels. */
const ACTIONS = 'main :is(.sg-page-head, .kit-toolbar, .trn-checks, .qz-head)';
/** Below the topbar. */
const TOP_PX = 72;
const GAP_PX = 8;

/** Distance from the window's top, in px. In front of a drawer the toasts stand over its title, and cover no field. */
function toastTop(): number {
  if (document.querySelector('.kit-drawer')) return GAP_PX;
  const bottoms = [...document.querySelectorAll(ACTIONS)]
    .filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect().bottom + GAP_PX);
  // On a phone the bar of a list may be tall; the toasts stay in the upper half.
  return Math.max(TOP_PX, ...bottoms.filter((bottom) => bottom < innerHeight / 2));
}

/** The landmark in which the toasts stand: top right, below the page's actions. */
export function ToastPlace() {
  const { t } = useTranslation();
  const { key } = useLocation();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const section = place.current!;
    const update = () => {
      if (section.querySelector('.ant-notification-notice'))
        section.style.setProperty('--sg-toast-top', `${toastTop()}px`);
    };
    // A saved form closes its drawer or leads to another page: the actions come after the toast.
    const watch = new MutationObserver(update);
    const main = document.querySelector('main');
    watch.observe(section, { childList: true, subtree: true });
    if (main) watch.observe(main, { childList: true, subtree: true });
    update();
    addEventListener('scroll', update, { passive: true });
    addEventListener('resize', update);
    return () => {
      watch.disconnect();
      removeEventListener('scroll', update);
      removeEventListener('resize', update);
    };
  }, [key]);
  return <section ref={place} id={TOAST_PLACE} aria-live="polite" aria-label={t('shell.notifications')} />;
}
