import { useMemo, useState } from 'react';
import { Flex } from 'antd';
import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatLevelChange } from '@/components/format';
import { LevelRing } from '@/components/level-ring';
import { MatrixLegend, type MatrixMark } from '@/report-kit/matrix/matrix-legend';
import type { MatrixCell } from '@/report-kit/matrix/matrix-types';
import { Pager } from '@/crud/list/pager';
import { FailedState } from '@/components/state-panels';
import { useNumberFormatters } from '../figures';
import { personLabel } from './matrix-labels';
import { MatrixSkeleton } from './matrix-skeleton';
import { fetchMatrixRows, type MatrixSource, type MatrixReportCell } from './matrix-source';

const PAGE_SIZE = 20;
const sourceKeys = new WeakMap<MatrixSource, number>();
let lastKey = 0;

/** A number that identifies this source object in query keys. */
function sourceKeyOf(source: MatrixSource): number {
  const key = sourceKeys.get(source) ?? ++lastKey;
  sourceKeys.set(source, key);
  return key;
}

/** The matrix on a phone: one card per person, with the skills that miss most levels first. */
export function PeopleCards(props: {
  source: MatrixSource;
  cell: (cell: MatrixReportCell) => MatrixCell;
  mark?: MatrixMark | undefined;
  onOpen: (cell: { staff_id: string; skill_id: string }) => void;
}) {
  const { source, cell, onOpen } = props;
  const { t } = useTranslation();
  const numbers = useNumberFormatters();
  const [page, setPage] = useState(1);
  const [openId, setOpenId] = useState<string | null>(null);
  const { row_count } = source.answer;
  const from = (Math.min(page, Math.ceil(row_count / PAGE_SIZE)) - 1) * PAGE_SIZE;
  const people = useQuery({
    // Keyed by source, because another filter may give the same number of rows.
    queryKey: ['reports', 'cards', sourceKeyOf(source), from],
    queryFn: () => fetchMatrixRows(source, from, Math.min(row_count, from + PAGE_SIZE)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const part = people.data;
  const byRow = useMemo(() => {
    const rows = new Map<number, MatrixReportCell[]>();
    for (const each of part?.cells ?? []) rows.set(each.row - from, [...(rows.get(each.row - from) ?? []), each]);
    for (const cells of rows.values()) cells.sort((a, b) => missingLevels(b) - missingLevels(a) || a.column - b.column);
    return rows;
  }, [part, from]);
  if (people.isError) return <FailedState error={people.error} retry={() => void people.refetch()} />;
  if (!part) return <MatrixSkeleton />;
  return (
    <>
      <div className="rep-grid">
        <MatrixLegend mark={props.mark} />
      </div>
      <ul className="kit-cards">
        {part.rows.map((person, row) => {
          const isOpen = openId === person.id || row_count === 1;
          const cells = byRow.get(row) ?? [];
          const { figures } = person;
          return (
            <li key={person.id} className="rep-person sg-line-below">
              <button
                type="button"
                className="rep-person-head sg-press sg-row sg-whole sg-gap-12"
                aria-expanded={isOpen}
                onClick={() => setOpenId(isOpen ? null : person.id)}
              >
                <Flex component="span" vertical flex={1} className="sg-any">
                  <strong>{personLabel(person, t)}</strong>
                  <small className="sg-mono sg-tiny">{person.staff_code}</small>
                </Flex>
                {figures && figures.required > 0 && (
                  <Flex component="span" vertical align="end">
                    <strong>{numbers.percent(figures.compliance)}</strong>
                    <small>{t('reports.cards.gap', { count: figures.gap, gap: numbers.count(figures.gap) })}</small>
                  </Flex>
                )}
                {isOpen ? (
                  <DownOutlined aria-hidden className="sg-faint" />
                ) : (
                  <RightOutlined aria-hidden className="sg-mirror sg-faint" />
                )}
              </button>
              {isOpen && (
                <ul className="rep-skills">
                  {cells.length === 0 && <li className="sg-faint">{t('reports.cards.none')}</li>}
                  {cells.map((each) => {
                    const skill = part.columns[each.column];
                    const matrixCell = cell(each);
                    return (
                      skill && (
                        <li key={skill.id}>
                          <button
                            type="button"
                            onClick={() => onOpen({ staff_id: person.id, skill_id: skill.id })}
                            className="sg-press sg-line sg-whole"
                          >
                            <LevelRing
                              level={matrixCell.level}
                              target={matrixCell.target}
                              status={matrixCell.status}
                              size={32}
                            />
                            <Flex component="span" vertical flex={1} className="sg-any">
                              {skill.name}
                              <small>{t(`kit.cell_status.${matrixCell.status}`)}</small>
                            </Flex>
                            {matrixCell.change ? (
                              <strong className={`kit-tone-${matrixCell.change > 0 ? 'success' : 'error'} sg-toned`}>
                                <bdi>{formatLevelChange(matrixCell.change)}</bdi>
                              </strong>
                            ) : null}
                            {matrixCell.gap ? (
                              <strong className="kit-tone-error sg-toned">
                                {t('reports.cards.cell_gap', { gap: numbers.count(matrixCell.gap) })}
                              </strong>
                            ) : null}
                          </button>
                        </li>
                      )
                    );
                  })}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
      <Pager simple page={page} size={PAGE_SIZE} total={row_count} goToPage={setPage} />
    </>
  );
}

const missingLevels = ({ level, target }: MatrixReportCell): number => Math.max(0, (target ?? 0) - level);
