import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { toAsciiDigits } from '@contract/digits';
import { useSubmit } from '@/components/use-submit';
import { copied, filled, parsePasted, pastePlan, setAll, type Block } from './grid-block';
import type { Level } from './grid-edits';
import type { TargetStore } from './target-store';
import type { TargetEdits } from './use-target-edits';

/** What the keys, the clipboard and the buttons above the grid do to the selection. */
export function useGridCommands(props: {
  store: TargetStore;
  state: TargetEdits;
  rows: number;
  columns: number;
  mayWrite: boolean;
  save: () => void;
}) {
  const { store, state, rows, columns, mayWrite, save } = props;
  const { block, levelAt, apply, selectBlock } = state;
  const { t } = useTranslation();
  const { run } = useSubmit({ toast: true });
  const { open: notify } = useNotification();

  /** Nothing is typed over targets that have not been fetched yet: undo and "changed" could not tell. */
  async function over(part: Block, work: () => void): Promise<void> {
    if (!mayWrite || rows === 0 || columns === 0) return;
    await run(async () => {
      for (let row = part.top; row <= part.bottom; row++) {
        if (!store.isHere(row)) await store.whole(row, part.bottom + 1);
      }
      work();
    });
  }
  const set = (level: Level) => void over(block, () => apply(setAll(block, level)));
  const fill = (way: 'down' | 'right') =>
    void over({ ...block, top: Math.max(0, block.top - 1) }, () => apply(filled(block, way, levelAt)));
  const all = () => selectBlock({ row: 0, column: 0 }, { row: rows - 1, column: columns - 1 });

  const onKey = (event: KeyboardEvent): boolean => {
    const key = toAsciiDigits(event.key);
    if (event.ctrlKey || event.metaKey) {
      if (event.altKey) return false;
      const word = key.toLowerCase();
      if (word === 'z' && event.shiftKey) state.redo();
      else if (word === 'z') state.undo();
      else if (word === 'y') state.redo();
      else if (word === 'd') fill('down');
      else if (word === 'r' && !event.shiftKey) fill('right');
      else if (word === 'a') all();
      else if (word === 's' || word === 'enter') save();
      else return false;
      return true;
    }
    if (event.altKey) return false;
    if (/^[0-4]$/.test(key)) set(Number(key) as Level);
    else if (key === 'Delete' || key === 'Backspace') set(null);
    else if (key === 'Escape') state.select(state.active, false);
    else return false;
    return true;
  };

  const copy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData.setData('text/plain', copied(block, levelAt));
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const plan = pastePlan(parsePasted(event.clipboardData.getData('text/plain')), block, rows, columns);
    void over(plan.block, () => {
      apply(plan.cells);
      selectBlock(
        { row: plan.block.top, column: plan.block.left },
        { row: plan.block.bottom, column: plan.block.right },
      );
      const lost = [
        plan.refused > 0 && t('targets.paste_refused', { count: plan.refused }),
        plan.outside > 0 && t('targets.paste_outside', { count: plan.outside }),
      ].filter(Boolean);
      if (lost.length > 0) notify?.({ type: 'error', message: lost.join(' ') });
    });
  };
  return {
    set,
    fill,
    onKey,
    onCopy: copy,
    onCut: (event: ClipboardEvent) => {
      copy(event);
      set(null);
    },
    onPaste: paste,
  };
}
