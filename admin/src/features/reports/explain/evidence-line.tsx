import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import type { EvidenceResponse } from '@contract/evidence.responses';
import { formatDay, formatInstant } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { LevelRing } from '@/components/level-ring';
import { StatusTag } from '@/components/status-tag';
import { statusTone } from '@/components/status';
import { evidenceDetails } from './explanation-texts';

/** One ledger entry. `mark`: a label for its role, such as "counts". */
export function EvidenceLine({ evidence, mark }: { evidence: EvidenceResponse; mark?: string | undefined }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const language = i18n.language;
  const kind = t(`reports.choices.kind.${evidence.kind}`);
  const details = evidenceDetails(evidence, t, language);
  return (
    <Flex className="exp-line" align="start" gap={12}>
      <LevelRing level={evidence.level} size={32} />
      <Flex vertical flex={1} gap={2} className="sg-any">
        <Flex component="strong" wrap align="center" gap="4px 8px">
          {evidence.training_title ?? kind}
          {mark && <span className="sg-pill">{mark}</span>}
          {evidence.state !== 'approved' && (
            <StatusTag tone={statusTone(evidence.state) ?? 'neutral'}>
              {t(`reports.choices.state.${evidence.state}`)}
            </StatusTag>
          )}
        </Flex>
        <span
          className="sg-small sg-soft"
          title={t('reports.explain.recorded_at', {
            at: formatInstant(evidence.recorded_at, language, time_zone, 'long'),
          })}
        >
          {[
            ...(evidence.training_title ? [kind] : []),
            formatDay(evidence.effective_date, language),
            ...details,
            evidence.valid_until
              ? t('reports.explain.valid_until', { day: formatDay(evidence.valid_until, language) })
              : t('reports.explain.valid_ever'),
          ].join(' · ')}
        </span>
        {evidence.note && <q className="sg-small sg-soft">{evidence.note}</q>}
      </Flex>
    </Flex>
  );
}
