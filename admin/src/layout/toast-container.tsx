import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';

/** Id of the toast landmark. */
export const TOAST_CONTAINER_ID = 'toasts';

/** Elements that toasts must not cover: page headers, list toolbars, panel heads. */
const ACTIONS = 'main :is(.sg-page-head, .kit-toolbar, .trn-checks, .qz-head)';
/** Below the topbar. */
const TOP_PX = 72;
const GAP_PX = 8;

/** Distance from the top of the window in px. In front of a drawer toasts cover its title, but no field. */
function toastTop(): number {
  if (document.querySelector('.kit-drawer')) return GAP_PX;
  const bottoms = [...document.querySelectorAll(ACTIONS)]
    .filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect().bottom + GAP_PX);
  // On phones the toolbar of a list may be tall; toasts stay in the upper half.
  return Math.max(TOP_PX, ...bottoms.filter((bottom) => bottom < innerHeight / 2));
}

/** The landmark of the toasts: top right, below the page's actions. */
export function ToastContainer() {
  const { t } = useTranslation();
  const { key } = useLocation();
  const containerRef = useRef<HTMLElement>(null);
  useEffect(() => {
    const section = containerRef.current!;
    const update = () => {
      if (section.querySelector('.ant-notification-notice'))
        section.style.setProperty('--sg-toast-top', `${toastTop()}px`);
    };
    // After saving, the drawer closes or another page opens: the actions appear after the toast.
    const observer = new MutationObserver(update);
    const main = document.querySelector('main');
    observer.observe(section, { childList: true, subtree: true });
    if (main) observer.observe(main, { childList: true, subtree: true });
    update();
    addEventListener('scroll', update, { passive: true });
    addEventListener('resize', update);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', update);
      removeEventListener('resize', update);
    };
  }, [key]);
  return (
    <section ref={containerRef} id={TOAST_CONTAINER_ID} aria-live="polite" aria-label={t('shell.notifications')} />
  );
}
