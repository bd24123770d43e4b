import type { Page } from 'playwright-core';
import { linesAtRest } from './screen-steps';

/** What antd draws over a page: lists, menus, calendars, panels and tips. */
const POPUPS = '.ant-select-dropdown, .ant-dropdown, .ant-picker-dropdown, .ant-popover, .ant-tooltip';

/** The kinds of popups that are open, by their classes. */
export const popupsOpen = (page: Page): Promise<string[]> =>
  page.evaluate((popups) => {
    const shown = [...document.querySelectorAll(popups)].filter((one) => one.checkVisibility());
    return shown.map((one) => one.classList[0]!);
  }, POPUPS);

/**
 * What is wrong with the popups that are open: outside of a landmark and a dialog, out of the window or behind something, a
 * list, a menu, a panel or a calendar without a name, an entry, a button or a day of them without one.
 */
export const popupFaults = (page: Page): Promise<string[]> => linesAtRest(page, () => faultsNow(page));

const faultsNow = (page: Page): Promise<string[]> =>
  page.evaluate((popups) => {
    const faults: string[] = [];
    const nameOf = (one: Element): string =>
      (
        one.getAttribute('aria-label') ??
        (one.textContent || one.querySelector('[aria-label]')?.ariaLabel || '')
      ).trim();
    const shown = (one: Element) => one.checkVisibility({ visibilityProperty: true });
    const { clientWidth, clientHeight } = document.documentElement;
    for (const popup of [...document.querySelectorAll(popups)].filter(shown)) {
      const fault = (words: string) => faults.push(`${popup.classList[0]} ${words}`);
      if (!popup.parentElement?.closest('main, header, aside, dialog, [role=dialog]')) fault('in no landmark');
      const { left, right, top, bottom } = popup.getBoundingClientRect();
      const out = [-left, right - clientWidth, -top, bottom - clientHeight].map((by) => Math.round(by));
      if (out.some((by) => by > 0)) fault(`out of the window by ${out.join(' ')}`);
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!popup.matches('.ant-tooltip') && !popup.contains(hit)) fault(`behind ${hit?.outerHTML.slice(0, 80)}`);
      for (const named of popup.querySelectorAll('[role=listbox], [role=menu], [role=dialog]'))
        if (!named.getAttribute('aria-label')) fault(`${named.getAttribute('role')} without a name`);
      for (const entry of popup.querySelectorAll('[role=option], [role=menuitem], button, [role=button]'))
        if (shown(entry) && !nameOf(entry)) fault(`nameless ${entry.outerHTML.slice(0, 80)}`);
      const has = (selector: string) => popup.querySelector(selector) !== null;
      if (popup.matches('.ant-select-dropdown') && !has('[role=listbox] [role=option]')) fault('lists no options');
      if (popup.matches('.ant-dropdown') && !has('[role=menu] [role=menuitem]')) fault('is no menu');
      if (popup.matches('.ant-picker-dropdown') && !has('[role=dialog] td > button')) fault('has no days');
      for (const day of popup.querySelectorAll('.ant-picker-date-panel td > button'))
        if (!/\p{L}/u.test(day.getAttribute('aria-label') ?? '')) fault(`a day called ${nameOf(day)}`);
    }
    return faults;
  }, POPUPS);
