import type { Page } from 'playwright-core';

/**
 * Text in the wrong direction on an Arabic page, by the positions of its letters: a line with Arabic words that
 * starts at the left; numbers, ranges or telephone numbers whose first digit is right of the last.
 */
export const findTextDirectionFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults = new Set<string>();
    const ARABIC = /[\u0620-\u064a]/;
    const NUMBERS = /\+?\d[\d.,]*(?:\s?[–×/=-]\s?\+?\d[\d.,]*)+|\+\d{1,3}(?:[ -]\d+)+/g;
    const isVisible = (one: Element): boolean =>
      one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      one.closest('.sg-visually-hidden, [inert], title, svg, .kit-matrix-rows, .rep-sheet, canvas') === null;
    /** Centre and height of a letter. */
    const letterBox = (node: Text, at: number) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      return box.width > 0 ? { x: box.left + box.width / 2, y: box.top + box.height / 2, height: box.height } : null;
    };
    const blockOf = (node: Node): Element => {
      let at = node.parentElement!;
      while (at.parentElement && ['inline', 'contents'].includes(getComputedStyle(at).display)) at = at.parentElement;
      return at;
    };
    const blocks = new Map<Element, Text[]>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      if (!node.data.trim() || !isVisible(node.parentElement!)) continue;
      const block = blockOf(node);
      if (getComputedStyle(block).writingMode !== 'horizontal-tb') continue;
      blocks.set(block, [...(blocks.get(block) ?? []), node]);
      for (const { 0: number, index } of node.data.matchAll(NUMBERS)) {
        const [first, last] = [letterBox(node, index), letterBox(node, index + number.length - 1)];
        if (first && last && Math.abs(first.y - last.y) < 4 && first.x > last.x)
          faults.add(`turned round: ${number} in “${node.data.trim().slice(0, 60)}”`);
      }
    }
    for (const [block, nodes] of blocks) {
      const words = nodes.map(({ data }) => data).join('');
      if (!ARABIC.test(words)) continue;
      const letters = nodes.flatMap((node) =>
        [...node.data].length === node.data.length
          ? [...node.data].flatMap((letter, at) => (/[\p{L}\p{N}.:؟?،]/u.test(letter) ? [{ node, at }] : []))
          : [],
      );
      const ends = [letters[0], letters.at(-1)].map((each) => each && letterBox(each.node, each.at));
      const [first, last] = ends;
      if (!first || !last || letters.length < 2 || Math.abs(first.y - last.y) > first.height / 2) continue;
      if (first.x <= last.x)
        faults.add(`from the left: “${words.trim().slice(0, 70)}” in ${block.tagName}.${block.classList[0] ?? ''}`);
    }
    return [...faults];
  });
