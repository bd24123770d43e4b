import type { Page } from 'playwright-core';
import { pollUntilNone } from './screen-steps';

/** Elements that antd draws over a page: lists, menus, calendars, panels and tips. */
const POPUPS = '.ant-select-dropdown, .ant-dropdown, .ant-picker-dropdown, .ant-popover, .ant-tooltip';

/** The class names of the open popups. */
export const openPopups = (page: Page): Promise<string[]> =>
  page.evaluate((popups) => {
    const visible = [...document.querySelectorAll(popups)].filter((one) => one.checkVisibility());
    return visible.map((one) => one.classList[0]!);
  }, POPUPS);

/**
 * Faults of the open popups: outside a landmark and a dialog, outside the window or covered; a list, menu, panel or
 * calendar without a name; an entry, button or day without one.
 */
export const popupFaults = (page: Page): Promise<string[]> => pollUntilNone(page, () => findPopupFaults(page));

const findPopupFaults = (page: Page): Promise<string[]> =>
  page.evaluate((popups) => {
    const faults: string[] = [];
    const nameOf = (one: Element): string =>
      (
        one.getAttribute('aria-label') ??
        (one.textContent || one.querySelector('[aria-label]')?.ariaLabel || '')
      ).trim();
    const isVisible = (one: Element) => one.checkVisibility({ visibilityProperty: true });
    const { clientWidth, clientHeight } = document.documentElement;
    for (const popup of [...document.querySelectorAll(popups)].filter(isVisible)) {
      const fault = (words: string) => faults.push(`${popup.classList[0]} ${words}`);
      if (!popup.parentElement?.closest('main, header, aside, dialog, [role=dialog]')) fault('in no landmark');
      const { left, right, top, bottom } = popup.getBoundingClientRect();
      const overflow = [-left, right - clientWidth, -top, bottom - clientHeight].map((by) => Math.round(by));
      if (overflow.some((by) => by > 0)) fault(`out of the window by ${overflow.join(' ')}`);
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!popup.matches('.ant-tooltip') && !popup.contains(hit)) fault(`behind ${hit?.outerHTML.slice(0, 80)}`);
      for (const container of popup.querySelectorAll('[role=listbox], [role=menu], [role=dialog]'))
        if (!container.getAttribute('aria-label')) fault(`${container.getAttribute('role')} without a name`);
      for (const entry of popup.querySelectorAll('[role=option], [role=menuitem], button, [role=button]'))
        if (isVisible(entry) && !nameOf(entry)) fault(`nameless ${entry.outerHTML.slice(0, 80)}`);
      const has = (selector: string) => popup.querySelector(selector) !== null;
      if (popup.matches('.ant-select-dropdown') && !has('[role=listbox] [role=option]')) fault('lists no options');
      if (popup.matches('.ant-dropdown') && !has('[role=menu] [role=menuitem]')) fault('is no menu');
      if (popup.matches('.ant-picker-dropdown') && !has('[role=dialog] td > button')) fault('has no days');
      for (const day of popup.querySelectorAll('.ant-picker-date-panel td > button'))
        if (!/\p{L}/u.test(day.getAttribute('aria-label') ?? '')) fault(`a day called ${nameOf(day)}`);
    }
    return faults;
  }, POPUPS);
