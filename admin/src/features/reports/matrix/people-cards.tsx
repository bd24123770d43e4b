import { useMemo, useState } from 'react';
import { Flex } from 'antd';
import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { levelChange } from '@/components/format';
import { LevelRing } from '@/components/level-ring';
import { MatrixLegend, type MatrixMark } from '@/report-kit/matrix/matrix-legend';
import type { MatrixCell } from '@/report-kit/matrix/matrix-types';
import { Pager } from '@/crud/list/pager';
import { FailedState } from '@/components/states';
import { useNumbers } from '../figures';
import { personOf } from './heads';
import { MatrixSkeleton } from './matrix-skeleton';
import { rowsOf, type MatrixSource, type ReadCell } from './source';

const PAGE = 20;
const keys = new WeakMap<MatrixSource, number>();
let made = 0;

/** One of its own for each source that was read. */
function keyOf(source: MatrixSource): number {
  const known = keys.get(source) ?? ++made;
  keys.set(source, known);
  return known;
}

/** On a phone: a person a card, their skills below each other. What needs attention comes first in a card. */
export function PeopleCards(props: {
  source: MatrixSource;
  cell: (cell: ReadCell) => MatrixCell;
  mark?: MatrixMark | undefined;
  onOpen: (cell: { staff_id: string; skill_id: string }) => void;
}) {
  const { source, cell, onOpen } = props;
  const { t } = useTranslation();
  const numbers = useNumbers();
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<string | null>(null);
  const { row_count } = source.answer;
  const from = (Math.min(page, Math.ceil(row_count / PAGE)) - 1) * PAGE;
  const people = useQuery({
    // Of this very answer: another filter may have as many rows.
    queryKey: ['reports', 'cards', keyOf(source), from],
    queryFn: () => rowsOf(source, from, Math.min(row_count, from + PAGE)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const part = people.data;
  const byRow = useMemo(() => {
    const rows = new Map<number, ReadCell[]>();
    for (const each of part?.cells ?? []) rows.set(each.row - from, [...(rows.get(each.row - from) ?? []), each]);
    for (const cells of rows.values()) cells.sort((a, b) => missing(b) - missing(a) || a.column - b.column);
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
          const isOpen = opened === person.id || row_count === 1;
          const cells = byRow.get(row) ?? [];
          const { figures } = person;
          return (
            <li key={person.id} className="rep-person sg-line-below">
              <button
                type="button"
                className="rep-person-head sg-press sg-row sg-whole sg-gap-12"
                aria-expanded={isOpen}
                onClick={() => setOpened(isOpen ? null : person.id)}
              >
                <Flex component="span" vertical flex={1} className="sg-any">
                  <strong>{personOf(person, t)}</strong>
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
                    const shown = cell(each);
                    return (
                      skill && (
                        <li key={skill.id}>
                          <button
                            type="button"
                            onClick={() => onOpen({ staff_id: person.id, skill_id: skill.id })}
                            className="sg-press sg-line sg-whole"
                          >
                            <LevelRing level={shown.level} target={shown.target} status={shown.status} size={32} />
                            <Flex component="span" vertical flex={1} className="sg-any">
                              {skill.name}
                              <small>{t(`kit.cell_status.${shown.status}`)}</small>
                            </Flex>
                            {shown.change ? (
                              <strong className={`kit-tone-${shown.change > 0 ? 'success' : 'error'} sg-toned`}>
                                <bdi>{levelChange(shown.change)}</bdi>
                              </strong>
                            ) : null}
                            {shown.gap ? (
                              <strong className="kit-tone-error sg-toned">
                                {t('reports.cards.cell_gap', { gap: numbers.count(shown.gap) })}
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
      <Pager simple page={page} size={PAGE} total={row_count} turn={setPage} />
    </>
  );
}

const missing = ({ level, target }: ReadCell): number => Math.max(0, (target ?? 0) - level);
