import { useCallback, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SkillRow } from '@contract/skills.resource';
import { useSession } from '@/api/use-session';
import { useLeaveGuard } from '@/components/leave-guard';
import type { GridHandle } from '@/report-kit/matrix/grid-frame';
import type { CellPosition } from '@/report-kit/matrix/grid-navigation';
import { useErrorText } from '@/components/resource-labels';
import { cellKey, toRoleHolder, type CellKey, type Level } from './grid-edits';
import { GridTools } from './grid-tools';
import { SaveBar } from './save-bar';
import { TargetGrid } from './target-grid';
import { TargetStore } from './target-store';
import type { HolderKind, Holder } from './use-grid-axes';
import { useGridCommands } from './use-grid-commands';
import { useSaveTargets } from './use-save-targets';
import { useTargetEdits } from './use-target-edits';

/** Target grid with toolbar and save bar; unsaved changes survive filtering and switching people and job roles. */
export function TargetEditor(props: {
  by: HolderKind;
  today: string;
  holders: readonly Holder[];
  skills: readonly SkillRow[];
  roleTargets: ReadonlyMap<CellKey, Level> | undefined;
  /** Shown instead of a grid without cells. */
  empty: ReactNode;
}) {
  const { by, today, holders, skills, roleTargets } = props;
  const { t } = useTranslation();
  const errorText = useErrorText();
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
  const gridRef = useRef<GridHandle>(null);
  const state = useTargetEdits(by, holders, skills, store);
  const { edits, keyAt, levelAt } = state;
  const { isSaving, saveErrors, save, clearErrors } = useSaveTargets(state, store);
  const discard = () => {
    clearErrors();
    state.discard();
  };
  const { dialog } = useLeaveGuard(edits.changed.size > 0, discard);
  const canWrite = useSession().role === 'admin';
  const commands = useGridCommands({
    store,
    state,
    rows: holders.length,
    columns: skills.length,
    canWrite,
    save: () => void save(),
  });

  const roleLevelAt = (row: number, column: number): Level => {
    const role = holders[row]?.job_role_id;
    return (role && roleTargets?.get(cellKey(toRoleHolder(role), skills[column]?.skill_id ?? ''))) || null;
  };
  const cell = (row: number, column: number) => {
    const changed = edits.changed.has(keyAt(row, column));
    return {
      level: store.isLoaded(row) || changed ? levelAt(row, column) : undefined,
      fromRole: by === 'staff' ? roleLevelAt(row, column) : null,
      changed,
    };
  };
  const levelText = (level: Level) =>
    level === null ? t('targets.none') : t('targets.level', { level, name: t(`kit.level.names.${level}`) });
  const describe = ({ row, column }: CellPosition): string | null => {
    const holder = holders[row];
    const skill = skills[column];
    if (!holder || !skill || !store.isLoaded(row)) return null;
    const key = keyAt(row, column);
    const role = by === 'staff' ? roleLevelAt(row, column) : null;
    return [
      t('kit.pair', {
        name: `${holder.label} · ${skill.skill_code} ${skill.name}`,
        value: levelText(levelAt(row, column)),
      }),
      edits.changed.has(key) && t('targets.was', { level: levelText(store.level(key)) }),
      role !== null && t('targets.role_asks', { level: levelText(role) }),
      saveErrors.cells.get(key),
    ]
      .filter(Boolean)
      .join(' · ');
  };
  const handleRangeChange = useCallback(
    ({ rowFrom, rowTo }: { rowFrom: number; rowTo: number }) => store.request(rowFrom, rowTo),
    [store],
  );
  const hasCells = holders.length > 0 && skills.length > 0;
  return (
    <>
      {hasCells && canWrite && (
        <GridTools
          isRoleGrid={by === 'roles'}
          canUndo={edits.past.length > 0}
          canRedo={edits.future.length > 0}
          onSetLevel={commands.setLevel}
          onFill={commands.fill}
          onUndo={state.undo}
          onRedo={state.redo}
        />
      )}
      {hasCells ? (
        <TargetGrid
          gridRef={gridRef}
          holders={holders}
          skills={skills}
          cell={cell}
          problem={(row, column) => saveErrors.cells.get(keyAt(row, column))}
          describe={describe}
          active={state.active}
          block={state.block}
          select={state.select}
          onRangeChange={handleRangeChange}
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
          message={errorText(store.failure)}
          action={<Button onClick={() => gridRef.current?.reload()}>{t('kit.retry')}</Button>}
        />
      )}
      <SaveBar
        changes={edits.changed.size}
        problems={saveErrors.rest}
        invalidCount={saveErrors.cells.size}
        saving={isSaving}
        save={() => void save()}
        discard={discard}
      />
      {dialog}
    </>
  );
}
