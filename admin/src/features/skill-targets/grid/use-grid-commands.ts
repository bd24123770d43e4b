import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { toAsciiDigits } from '@contract/digits';
import { useSubmit } from '@/components/use-submit';
import { toClipboardText, fillCells, parseClipboard, planPaste, setAll, type Block } from './grid-block';
import type { Level } from './grid-edits';
import type { TargetStore } from './target-store';
import type { TargetEdits } from './use-target-edits';

/** Keyboard, clipboard and toolbar commands for the selection. */
export function useGridCommands(props: {
  store: TargetStore;
  state: TargetEdits;
  rows: number;
  columns: number;
  canWrite: boolean;
  save: () => void;
}) {
  const { store, state, rows, columns, canWrite, save } = props;
  const { block, levelAt, apply, selectBlock } = state;
  const { t } = useTranslation();
  const { run } = useSubmit({ toast: true });
  const { open: notify } = useNotification();

  /** Loads the saved targets first: undo and change marks compare with them. */
  async function runWhenLoaded(target: Block, action: () => void): Promise<void> {
    if (!canWrite || rows === 0 || columns === 0) return;
    await run(async () => {
      for (let row = target.top; row <= target.bottom; row++) {
        if (!store.isLoaded(row)) await store.loadRows(row, target.bottom + 1);
      }
      action();
    });
  }
  const setLevel = (level: Level) => void runWhenLoaded(block, () => apply(setAll(block, level)));
  const fill = (direction: 'down' | 'right') =>
    void runWhenLoaded({ ...block, top: Math.max(0, block.top - 1) }, () =>
      apply(fillCells(block, direction, levelAt)),
    );
  const selectAll = () => selectBlock({ row: 0, column: 0 }, { row: rows - 1, column: columns - 1 });

  const onKey = (event: KeyboardEvent): boolean => {
    const key = toAsciiDigits(event.key);
    if (event.ctrlKey || event.metaKey) {
      if (event.altKey) return false;
      const letter = key.toLowerCase();
      if (letter === 'z' && event.shiftKey) state.redo();
      else if (letter === 'z') state.undo();
      else if (letter === 'y') state.redo();
      else if (letter === 'd') fill('down');
      else if (letter === 'r' && !event.shiftKey) fill('right');
      else if (letter === 'a') selectAll();
      else if (letter === 's' || letter === 'enter') save();
      else return false;
      return true;
    }
    if (event.altKey) return false;
    if (/^[0-4]$/.test(key)) setLevel(Number(key) as Level);
    else if (key === 'Delete' || key === 'Backspace') setLevel(null);
    else if (key === 'Escape') state.select(state.active, false);
    else return false;
    return true;
  };

  const handleCopy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData.setData('text/plain', toClipboardText(block, levelAt));
  };
  const handlePaste = (event: ClipboardEvent) => {
    event.preventDefault();
    const plan = planPaste(parseClipboard(event.clipboardData.getData('text/plain')), block, rows, columns);
    void runWhenLoaded(plan.block, () => {
      apply(plan.cells);
      selectBlock(
        { row: plan.block.top, column: plan.block.left },
        { row: plan.block.bottom, column: plan.block.right },
      );
      const warnings = [
        plan.refused > 0 && t('targets.paste_refused', { count: plan.refused }),
        plan.outside > 0 && t('targets.paste_outside', { count: plan.outside }),
      ].filter(Boolean);
      if (warnings.length > 0) notify?.({ type: 'error', message: warnings.join(' ') });
    });
  };
  return {
    setLevel,
    fill,
    onKey,
    onCopy: handleCopy,
    onCut: (event: ClipboardEvent) => {
      handleCopy(event);
      setLevel(null);
    },
    onPaste: handlePaste,
  };
}
