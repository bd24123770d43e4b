import { Alert, Flex, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { EvidenceResponse, ExplanationResponse } from '@contract/evidence.responses';
import { useApiQuery } from '@/api/use-api-query';
import { formatDay } from '@/components/format';
import { LevelRing } from '@/components/level-ring';
import { useRowName } from '@/crud/row-names';
import { FailedState } from '@/components/state-panels';
import { CELL_LOOK } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import { SideDrawer } from '@/components/side-drawer';
import type { SkillCellKey } from '../report-url';
import { EvidenceLine } from './evidence-line';
import { summarizeExplanation } from './explanation-texts';
import './explain.css';

/** Explains a cell's level: two short sentences, the evidence, the next change and the trail. */
export function ExplainDrawer(props: { cell: SkillCellKey | null; on: string | undefined; close: () => void }) {
  const { cell, on } = props;
  const query = new URLSearchParams({ ...cell, ...(on && { on }) });
  const explanationQuery = useApiQuery('reports/explain', query, { enabled: cell !== null });
  const staff = useRowName('staff', cell?.staff_id);
  const skill = useRowName('skills', cell?.skill_id);
  const levelFacts = explanationQuery.data?.parts.find(({ code }) => code === 'level')?.facts;
  return (
    <SideDrawer
      open={cell !== null}
      onClose={props.close}
      width={480}
      destroyOnHidden
      title={
        <Flex component="span" vertical>
          <strong>{levelFacts?.skill ?? skill ?? ''}</strong>
          <small className="sg-small">{levelFacts?.staff ?? staff ?? ''}</small>
        </Flex>
      }
    >
      {explanationQuery.isPending && <Skeleton active avatar paragraph={{ rows: 6 }} />}
      {explanationQuery.isError && (
        <FailedState error={explanationQuery.error} retry={() => void explanationQuery.refetch()} />
      )}
      {explanationQuery.data && <Explanation explanation={explanationQuery.data} />}
    </SideDrawer>
  );
}

function Explanation({ explanation }: { explanation: ExplanationResponse }) {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const appearance = CELL_LOOK[explanation.status];
  const parts = [
    { key: 'evidence', rows: explanation.evidence ? [explanation.evidence] : [] },
    { key: 'carried_by', rows: explanation.carried_by ? [explanation.carried_by] : [] },
    {
      key: 'capped_by',
      rows: explanation.capped_by && explanation.cause !== 'assessment' ? [explanation.capped_by] : [],
    },
    { key: 'capped', rows: explanation.capped },
    { key: 'lapsed', rows: explanation.cause === 'lapsed' ? explanation.lapsed.slice(1) : explanation.lapsed },
    { key: 'pending', rows: explanation.pending },
  ];
  return (
    <Flex className="exp" vertical align="stretch" gap={20}>
      <Flex className="exp-head" align="center" gap={16}>
        <LevelRing level={explanation.level} target={explanation.target} status={explanation.status} size={64} />
        <Flex vertical align="start" gap={4}>
          <strong>{summarizeExplanation(explanation, t, language)}</strong>
          <span className="sg-soft">
            {t('reports.explain.level', { level: explanation.level, name: t(`kit.level.names.${explanation.level}`) })}
          </span>
          {explanation.target !== null && (
            <span className="sg-soft">
              {t(`reports.explain.target_${explanation.target_source ?? 'personal'}`, { target: explanation.target })}
            </span>
          )}
          <StatusTag tone={appearance.tone} {...(appearance.glyph && { glyph: appearance.glyph })}>
            {t(`kit.cell_status.${explanation.status}`)}
          </StatusTag>
        </Flex>
      </Flex>
      {explanation.revocation && (
        <Alert
          type="error"
          role="note"
          message={t('reports.explain.revocation', { ...formatHold(explanation.revocation, t, language) })}
        />
      )}
      {explanation.exemption && (
        <Alert
          type="info"
          role="note"
          message={t('reports.explain.exemption', { ...formatHold(explanation.exemption, t, language) })}
        />
      )}
      {parts.map(
        ({ key, rows }) =>
          rows.length > 0 && <EvidenceSection key={key} title={t(`reports.explain.parts.${key}`)} rows={rows} />,
      )}
      {explanation.falls && (
        <section>
          <h2 className="sg-mb-8 sg-small sg-soft">{t('reports.explain.parts.falls')}</h2>
          <Alert
            type="warning"
            role="note"
            message={t('reports.explain.falls_to', {
              day: formatDay(explanation.falls.on, language),
              level: explanation.falls.level,
            })}
          />
        </section>
      )}
      {explanation.trail.length === 0 && <p className="sg-faint">{t('reports.explain.no_trail')}</p>}
      {/* A single entry is already shown above. */}
      {(explanation.trail.length > 1 || (explanation.trail.length === 1 && !explanation.evidence)) && (
        <section>
          <h2 className="sg-mb-8 sg-small sg-soft">
            {t('reports.explain.parts.trail')} <small>{explanation.trail.length}</small>
          </h2>
          <ol className="exp-trail">
            {explanation.trail.map((evidence) => (
              <li key={evidence.evidence_id}>
                <EvidenceLine
                  evidence={evidence}
                  mark={
                    evidence.evidence_id === explanation.evidence?.evidence_id ? t('reports.explain.counts') : undefined
                  }
                />
              </li>
            ))}
          </ol>
        </section>
      )}
      <Link to={`/skil-wise-report?staff_id=${explanation.staff_id}`}>{t('reports.explain.all_of_person')}</Link>
    </Flex>
  );
}

function EvidenceSection({ title, rows }: { title: string; rows: readonly EvidenceResponse[] }) {
  return (
    <section>
      <h2 className="sg-mb-8 sg-small sg-soft">{title}</h2>
      <Flex vertical gap={12}>
        {rows.map((evidence) => (
          <EvidenceLine key={evidence.evidence_id} evidence={evidence} />
        ))}
      </Flex>
    </section>
  );
}

function formatHold(
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
