import { useCallback, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SkillRow } from '@contract/skills.resource';
import { useSession } from '@/api/use-session';
import { useLeaveGuard } from '@/components/leave-guard';
import type { GridHandle } from '@/report-kit/matrix/grid-frame';
import type { Place } from '@/report-kit/matrix/steps';
import { useErrorWords } from '@/components/words';
import { cellKey, roleHolder, type CellKey, type Level } from './grid-edits';
import { GridTools } from './grid-tools';
import { SaveBar } from './save-bar';
import { TargetGrid } from './target-grid';
import { TargetStore } from './target-store';
import type { By, Holder } from './use-axes';
import { useGridCommands } from './use-grid-commands';
import { useSaveTargets } from './use-save-targets';
import { useTargetEdits } from './use-target-edits';

/** The grid with its tools and the bar that saves; changes outlive a filter and the switch between people and job roles. */
export function TargetEditor(props: {
  by: By;
  today: string;
  holders: readonly Holder[];
  skills: readonly SkillRow[];
  roleTargets: ReadonlyMap<CellKey, Level> | undefined;
  /** Instead of the grid where it would have no cell. */
  empty: ReactNode;
}) {
  const { by, today, holders, skills, roleTargets } = props;
  const { t } = useTranslation();
  const errorWords = useErrorWords();
  const store = useMemo(
    () =>
      new TargetStore(
        by,
        holders.map(({ id }) => id),
        today,
      ),
    [by, holders, today],
  );
  useSyncExternalStore(store.subscribe, store.getVersion);
  const frame = useRef<GridHandle>(null);
  const state = useTargetEdits(by, holders, skills, store);
  const { edits, keyAt, levelAt } = state;
  const { saving, refusal, save, forget } = useSaveTargets(state, store);
  const discard = () => {
    forget();
    state.discard();
  };
  const { dialog } = useLeaveGuard(edits.changed.size > 0, discard);
  const mayWrite = useSession().role === 'admin';
  const commands = useGridCommands({
    store,
    state,
    rows: holders.length,
    columns: skills.length,
    mayWrite,
    save: () => void save(),
  });

  const askedByRole = (row: number, column: number): Level => {
    const role = holders[row]?.job_role_id;
    return (role && roleTargets?.get(cellKey(roleHolder(role), skills[column]?.skill_id ?? ''))) || null;
  };
  const cell = (row: number, column: number) => {
    const changed = edits.changed.has(keyAt(row, column));
    return {
      level: store.isHere(row) || changed ? levelAt(row, column) : undefined,
      fromRole: by === 'staff' ? askedByRole(row, column) : null,
      changed,
    };
  };
  const nameOf = (level: Level) =>
    level === null ? t('targets.none') : t('targets.level', { level, name: t(`kit.level.names.${level}`) });
  const describe = ({ row, column }: Place): string | null => {
    const holder = holders[row];
    const skill = skills[column];
    if (!holder || !skill || !store.isHere(row)) return null;
    const key = keyAt(row, column);
    const role = by === 'staff' ? askedByRole(row, column) : null;
    return [
      t('kit.pair', {
        name: `${holder.label} · ${skill.skill_code} ${skill.name}`,
        value: nameOf(levelAt(row, column)),
      }),
      edits.changed.has(key) && t('targets.was', { level: nameOf(store.level(key)) }),
      role !== null && t('targets.role_asks', { level: nameOf(role) }),
      refusal.cells.get(key),
    ]
      .filter(Boolean)
      .join(' · ');
  };
  const onSeen = useCallback(
    ({ rowFrom, rowTo }: { rowFrom: number; rowTo: number }) => store.want(rowFrom, rowTo),
    [store],
  );
  const hasCells = holders.length > 0 && skills.length > 0;
  return (
    <>
      {hasCells && mayWrite && (
        <GridTools
          roles={by === 'roles'}
          mayUndo={edits.past.length > 0}
          mayRedo={edits.future.length > 0}
          set={commands.set}
          fill={commands.fill}
          undo={state.undo}
          redo={state.redo}
        />
      )}
      {hasCells ? (
        <TargetGrid
          frame={frame}
          holders={holders}
          skills={skills}
          cell={cell}
          problem={(row, column) => refusal.cells.get(keyAt(row, column))}
          describe={describe}
          active={state.active}
          block={state.block}
          select={state.select}
          onSeen={onSeen}
          label={t(by === 'staff' ? 'targets.label_staff' : 'targets.label_roles')}
          onKey={commands.onKey}
          onCopy={commands.onCopy}
          onCut={commands.onCut}
          onPaste={commands.onPaste}
        />
      ) : (
        props.empty
      )}
      {Boolean(store.failure) && (
        <Alert
          className="kit-banner"
          type="warning"
          showIcon
          message={errorWords(store.failure)}
          action={<Button onClick={() => frame.current?.again()}>{t('kit.retry')}</Button>}
        />
      )}
      <SaveBar
        changes={edits.changed.size}
        problems={refusal.rest}
        wrong={refusal.cells.size}
        saving={saving}
        save={() => void save()}
        discard={discard}
      />
      {dialog}
    </>
  );
}
