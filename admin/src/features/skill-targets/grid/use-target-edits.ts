import { useCallback, useEffect, useRef, useState } from 'react';
import type { SkillRow } from '@contract/skills.resource';
import { dropDraft, keepDraft, readDraft } from '@/api/drafts';
import type { Place } from '@/report-kit/matrix/steps';
import { blockOf, type Placed } from './grid-block';
import {
  cellKey,
  edited,
  editsFrom,
  NO_EDITS,
  redone,
  roleHolder,
  undone,
  type CellKey,
  type Edits,
  type Level,
} from './grid-edits';
import type { TargetStore } from './target-store';
import type { By, Holder } from './use-axes';

const DRAFT = ['target-grid', 'changes'] as const;

/** The selection and what was typed; typing is kept through an expired session and a reload. */
export function useTargetEdits(by: By, holders: readonly Holder[], skills: readonly SkillRow[], store: TargetStore) {
  const [edits, setEdits] = useState<Edits>(() => editsFrom(readDraft(...DRAFT)));
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<Place>({ row: 0, column: 0 });
  const latest = useRef(edits);
  latest.current = edits;

  const write = useCallback((next: Edits) => {
    latest.current = next;
    setEdits(next);
    if (next.changed.size === 0) dropDraft(...DRAFT);
    else keepDraft(DRAFT[0], DRAFT[1], Object.fromEntries(next.changed));
  }, []);
  // What cannot be seen is not taken back either.
  useEffect(() => {
    setActive({ row: 0, column: 0 });
    setAnchor({ row: 0, column: 0 });
    setEdits((current) => ({ ...current, past: [], future: [] }));
  }, [by, holders]);

  const keyAt = (row: number, column: number): CellKey => {
    const holder = holders[row]?.id ?? '';
    return cellKey(by === 'roles' ? roleHolder(holder) : holder, skills[column]?.skill_id ?? '');
  };
  const levelAt = (row: number, column: number): Level => {
    const key = keyAt(row, column);
    return latest.current.changed.has(key) ? (latest.current.changed.get(key) ?? null) : store.level(key);
  };
  const apply = (cells: readonly Placed[]) =>
    write(
      edited(
        latest.current,
        // A job role asks for level 1 or more; 0 there is nothing.
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
    block: blockOf(active, anchor),
    keyAt,
    levelAt,
    apply,
    write,
    undo: () => write(undone(latest.current)),
    redo: () => write(redone(latest.current)),
    discard: () => write(NO_EDITS),
    select: (place: Place, extend: boolean) => {
      setActive(place);
      if (!extend) setAnchor(place);
    },
    selectBlock: (from: Place, to: Place) => {
      setAnchor(from);
      setActive(to);
    },
  };
}
export type TargetEdits = ReturnType<typeof useTargetEdits>;
