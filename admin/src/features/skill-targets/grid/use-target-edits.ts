import { useCallback, useEffect, useRef, useState } from 'react';
import type { SkillRow } from '@contract/skills.resource';
import { deleteDraft, saveDraft, readDraft } from '@/api/drafts';
import type { CellPosition } from '@/report-kit/matrix/grid-navigation';
import { toBlock, type CellLevel } from './grid-block';
import {
  cellKey,
  applyChanges,
  parseDraftEdits,
  NO_EDITS,
  redoStep,
  toRoleHolder,
  undoStep,
  type CellKey,
  type Edits,
  type Level,
} from './grid-edits';
import type { TargetStore } from './target-store';
import type { HolderKind, Holder } from './use-grid-axes';

const DRAFT_KEY = ['target-grid', 'changes'] as const;

/** Selection and unsaved edits; edits survive an expired session and a reload. */
export function useTargetEdits(
  by: HolderKind,
  holders: readonly Holder[],
  skills: readonly SkillRow[],
  store: TargetStore,
) {
  const [edits, setEdits] = useState<Edits>(() => parseDraftEdits(readDraft(...DRAFT_KEY)));
  const [active, setActive] = useState<CellPosition>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<CellPosition>({ row: 0, column: 0 });
  const latest = useRef(edits);
  latest.current = edits;

  const saveEdits = useCallback((next: Edits) => {
    latest.current = next;
    setEdits(next);
    if (next.changed.size === 0) deleteDraft(...DRAFT_KEY);
    else saveDraft(DRAFT_KEY[0], DRAFT_KEY[1], Object.fromEntries(next.changed));
  }, []);
  // Undo must not change rows that are no longer shown.
  useEffect(() => {
    setActive({ row: 0, column: 0 });
    setAnchor({ row: 0, column: 0 });
    setEdits((current) => ({ ...current, past: [], future: [] }));
  }, [by, holders]);

  const keyAt = (row: number, column: number): CellKey => {
    const holder = holders[row]?.id ?? '';
    return cellKey(by === 'roles' ? toRoleHolder(holder) : holder, skills[column]?.skill_id ?? '');
  };
  const levelAt = (row: number, column: number): Level => {
    const key = keyAt(row, column);
    return latest.current.changed.has(key) ? (latest.current.changed.get(key) ?? null) : store.level(key);
  };
  const apply = (cells: readonly CellLevel[]) =>
    saveEdits(
      applyChanges(
        latest.current,
        // Targets of a job role start at level 1; 0 removes the target.
        cells.map(({ row, column, level }) => ({
          key: keyAt(row, column),
          level: by === 'roles' && level === 0 ? null : level,
        })),
        store.level,
      ),
    );
  return {
    edits,
    active,
    block: toBlock(active, anchor),
    keyAt,
    levelAt,
    apply,
    saveEdits,
    undo: () => saveEdits(undoStep(latest.current)),
    redo: () => saveEdits(redoStep(latest.current)),
    discard: () => saveEdits(NO_EDITS),
    select: (place: CellPosition, extend: boolean) => {
      setActive(place);
      if (!extend) setAnchor(place);
    },
    selectBlock: (from: CellPosition, to: CellPosition) => {
      setAnchor(from);
      setActive(to);
    },
  };
}
export type TargetEdits = ReturnType<typeof useTargetEdits>;
