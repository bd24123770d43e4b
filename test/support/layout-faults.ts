import type { Page } from 'playwright-core';

/** Layout faults caused by long words: sideways scrolling, text cut without a title, overlapping controls. */
export const findLayoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const isVisible = (one: Element): boolean =>
      one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      one.closest('[aria-hidden=true], [inert], .sg-visually-hidden') === null;
    const describeElement = (one: Element): string =>
      `${one.tagName.toLowerCase()}.${[...one.classList].filter((name) => !name.startsWith('css-')).join('.')} “${(
        one.getAttribute('aria-label') ??
        one.textContent ??
        ''
      )
        .trim()
        .slice(0, 40)}”`;
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) {
      const widest = [...document.querySelectorAll('main *, header *')]
        .filter((one) => isVisible(one) && one.getBoundingClientRect().right > clientWidth + 1)
        .filter((one) => {
          for (let at = one.parentElement; at && at !== document.body; at = at.parentElement)
            if (getComputedStyle(at).overflowX !== 'visible') return false;
          return true;
        })
        .at(-1);
      faults.push(`${scrollWidth - clientWidth} px wider than the window: ${widest ? describeElement(widest) : ''}`);
    }
    const layers = [...document.querySelectorAll('.ant-drawer-open, .ant-modal-wrap')].filter(isVisible);
    const root = layers.at(-1) ?? document.body;
    // A row opener shows the data of a cell, which may be cut as in any column.
    const MUST_FIT =
      'button:not(.kit-row-opener), .ant-btn, .ant-tag, .kit-status, [role=tab], h1, h2, h3, label, a.ant-btn, .ant-segmented-item-label';
    for (const one of root.querySelectorAll<HTMLElement>(MUST_FIT)) {
      if (!isVisible(one)) continue;
      for (const part of [one, ...one.querySelectorAll<HTMLElement>('*')]) {
        const { overflowX, display } = getComputedStyle(part);
        if (display === 'inline' || !['hidden', 'clip'].includes(overflowX)) continue;
        if (part.clientWidth <= 2 || part.scrollWidth <= part.clientWidth + 1 || !part.textContent?.trim()) continue;
        if (part.closest('[title]') || part.querySelector('[title]') || part.matches('.sg-visually-hidden')) continue;
        faults.push(`cut: ${describeElement(part)} in ${describeElement(one)}`);
        break;
      }
    }
    /** The part of a box that its scrolling or clipping ancestors leave visible. */
    const visibleBox = (one: Element, { left, top, right, bottom }: DOMRect) => {
      const box = { left, top, right, bottom };
      for (let at = one.parentElement; at && at !== document.documentElement; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at);
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        const rect = at.getBoundingClientRect();
        box.left = Math.max(box.left, rect.left);
        box.right = Math.min(box.right, rect.right);
        box.top = Math.max(box.top, rect.top);
        box.bottom = Math.min(box.bottom, rect.bottom);
      }
      return box;
    };
    const floats = (one: Element): boolean => {
      for (let at: Element | null = one; at && at !== root; at = at.parentElement)
        if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(at).position)) return true;
      return false;
    };
    const CONTROLS = 'button, a[href], input:not([type=hidden]), select, textarea, [role=switch]';
    const PARTS = '.ant-select, .ant-picker, .ant-upload, .ant-checkbox-wrapper, .ant-radio-wrapper, .ant-input-number';
    const lines = [...root.querySelectorAll<HTMLElement>(CONTROLS)]
      .filter((one) => isVisible(one) && !one.closest(PARTS) && !floats(one))
      .flatMap((one) => [...one.getClientRects()].map((line) => ({ one, box: visibleBox(one, line) })))
      .filter(({ box }) => box.right - box.left > 3 && box.bottom - box.top > 3);
    for (const [at, { one, box }] of lines.entries())
      for (const { one: other, box: rect } of lines.slice(at + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        const overlapWidth = Math.min(box.right, rect.right) - Math.max(box.left, rect.left);
        const overlapHeight = Math.min(box.bottom, rect.bottom) - Math.max(box.top, rect.top);
        if (overlapWidth > 3 && overlapHeight > 3)
          faults.push(`${describeElement(one)} over ${describeElement(other)}`);
      }
    // A button or tag that leaves the window or its clipping ancestor, where nothing scrolls.
    for (const one of root.querySelectorAll<HTMLElement>('button, .ant-tag, h1, h2, h3, label, p')) {
      if (!isVisible(one) || one.closest('[title]') || one.getClientRects().length === 0) continue;
      const { left, right, width } = one.getBoundingClientRect();
      if (width < 3) continue;
      let edge = { left: 0, right: clientWidth, by: 'the window' };
      for (let at = one.parentElement; at && at !== document.body; at = at.parentElement) {
        const { overflowX } = getComputedStyle(at);
        if (['auto', 'scroll'].includes(overflowX) && at.scrollWidth > at.clientWidth) break;
        if (overflowX === 'visible') continue;
        const rect = at.getBoundingClientRect();
        if (rect.right < edge.right) edge = { ...edge, right: rect.right, by: describeElement(at) };
        if (rect.left > edge.left) edge = { ...edge, left: rect.left, by: describeElement(at) };
      }
      let scrolls = false;
      for (let at = one.parentElement; at; at = at.parentElement)
        if (['auto', 'scroll'].includes(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth + 1)
          scrolls = true;
      if (!scrolls && (right > edge.right + 1.5 || left < edge.left - 1.5))
        faults.push(`${describeElement(one)} leaves ${edge.by}`);
    }
    return [...new Set(faults)];
  });
