import { Drawer, Skeleton } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { EvidenceTold, ExplainAnswer } from '@contract/report-answers';
import { http } from '@/app/providers/http';
import { formatDay } from '@/kit/format';
import { LevelRing } from '@/kit/level-ring';
import { useRowName } from '@/kit/names';
import { FailedState } from '@/kit/states';
import { CELL_LOOK } from '@/kit/status';
import { StatusTag } from '@/kit/status-tag';
import { endSide, useNarrow } from '@/kit/use-narrow';
import { ofCustomer, type CellAddress } from '../address';
import { EvidenceLine } from './evidence-line';
import { sentenceOfParts } from './explain-words';
import './explain.css';

/** Why does a cell show its level? One sentence, what it rests on, what comes next, and everything that was recorded. */
export function ExplainDrawer(props: { cell: CellAddress | null; on: string | undefined; close: () => void }) {
  const { cell, on } = props;
  const { t, i18n } = useTranslation();
  const narrow = useNarrow();
  const [address] = useSearchParams();
  const query = ofCustomer(new URLSearchParams({ ...cell, ...(on && { on }) }), address);
  const told = useQuery({
    queryKey: ['reports', 'explain', query.toString()],
    queryFn: async () => (await http.get<ExplainAnswer>(`/api/reports/explain?${query.toString()}`)).data,
    enabled: cell !== null,
    retry: false,
  });
  const staff = useRowName('staff', cell?.staff_id);
  const skill = useRowName('skills', cell?.skill_id);
  const named = told.data?.parts.find(({ code }) => code === 'level')?.facts;
  return (
    <Drawer
      open={cell !== null}
      onClose={props.close}
      placement={endSide(i18n.dir())}
      width={narrow ? '100%' : 480}
      destroyOnHidden
      title={
        <span className="exp-title">
          <strong>{named?.skill ?? skill ?? ''}</strong>
          <span>{named?.staff ?? staff ?? ''}</span>
        </span>
      }
      closable={{ 'aria-label': t('kit.close') }}
    >
      {told.isPending && <Skeleton active avatar paragraph={{ rows: 6 }} />}
      {told.isError && <FailedState error={told.error} retry={() => void told.refetch()} />}
      {told.data && <Told told={told.data} />}
    </Drawer>
  );
}

function Told({ told }: { told: ExplainAnswer }) {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const look = CELL_LOOK[told.status];
  const target =
    told.target === null
      ? t('reports.explain.no_target')
      : t(`reports.explain.target_${told.target_source ?? 'personal'}`, { target: told.target });
  const parts = [
    { key: 'evidence', rows: told.evidence ? [told.evidence] : [] },
    { key: 'carried_by', rows: told.carried_by ? [told.carried_by] : [] },
    { key: 'capped_by', rows: told.capped_by && told.cause !== 'assessment' ? [told.capped_by] : [] },
    { key: 'capped', rows: told.capped },
    { key: 'lapsed', rows: told.cause === 'lapsed' ? told.lapsed.slice(1) : told.lapsed },
    { key: 'pending', rows: told.pending },
  ];
  return (
    <div className="exp">
      <div className="exp-head">
        <LevelRing level={told.level} target={told.target} status={told.status} size={64} />
        <div>
          <strong>{t('reports.explain.level', { level: told.level, name: t(`kit.level.names.${told.level}`) })}</strong>
          <span>{target}</span>
          {told.level > 0 && (
            <span>
              {told.valid_until
                ? t('reports.explain.valid_until', { day: formatDay(told.valid_until, language) })
                : t('reports.explain.valid_ever')}
            </span>
          )}
          <StatusTag tone={look.tone} {...(look.glyph && { glyph: look.glyph })}>
            {t(`kit.cell_status.${told.status}`)}
          </StatusTag>
        </div>
      </div>
      <p className="exp-sentence">{sentenceOfParts(told.parts, t, language)}</p>
      {told.revocation && (
        <p className="exp-note kit-tone-error">
          {t('reports.explain.revocation', { ...holdIn(told.revocation, t, language) })}
        </p>
      )}
      {told.exemption && (
        <p className="exp-note kit-tone-neutral">
          {t('reports.explain.exemption', { ...holdIn(told.exemption, t, language) })}
        </p>
      )}
      {parts.map(
        ({ key, rows }) => rows.length > 0 && <Part key={key} title={t(`reports.explain.parts.${key}`)} rows={rows} />,
      )}
      {told.falls && (
        <section>
          <h2>{t('reports.explain.parts.falls')}</h2>
          <p className="exp-note kit-tone-warning">
            {t('reports.explain.falls_to', { day: formatDay(told.falls.on, language), level: told.falls.level })}
          </p>
        </section>
      )}
      {told.trail.length === 0 && <p className="kit-faint">{t('reports.explain.no_trail')}</p>}
      {/* A single entry stands above already. */}
      {(told.trail.length > 1 || (told.trail.length === 1 && !told.evidence)) && (
        <section>
          <h2>
            {t('reports.explain.parts.trail')} <small>{told.trail.length}</small>
          </h2>
          <ol className="exp-trail">
            {told.trail.map((evidence) => (
              <li key={evidence.evidence_id}>
                <EvidenceLine
                  evidence={evidence}
                  mark={evidence.evidence_id === told.evidence?.evidence_id ? t('reports.explain.counts') : undefined}
                />
              </li>
            ))}
          </ol>
        </section>
      )}
      <Link to={`/skil-wise-report?staff_id=${told.staff_id}`}>{t('reports.explain.all_of_person')}</Link>
    </div>
  );
}

function Part({ title, rows }: { title: string; rows: readonly EvidenceTold[] }) {
  return (
    <section>
      <h2>{title}</h2>
      {rows.map((evidence) => (
        <EvidenceLine key={evidence.evidence_id} evidence={evidence} />
      ))}
    </section>
  );
}

function holdIn(
  hold: { from_date: string; to_date: string | null; reason: string },
  t: (key: string, facts: Record<string, string>) => string,
  language: string,
): { period: string; reason: string } {
  const from = formatDay(hold.from_date, language);
  return {
    reason: hold.reason,
    period: hold.to_date
      ? t('reports.explain.from_to', { from, to: formatDay(hold.to_date, language) })
      : t('reports.explain.from_on', { from }),
  };
}
