import { Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import { DeleteOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useRowName } from '@/crud/names';
import { NumberInput } from '@/components/number-input';
import { ReferenceSelect } from '@/crud/form/reference-select';
import { LevelSelect } from './level-select';
import type { LineField, SkillLine } from './skill-lines';

/** One band: from this score on, this level of this skill, for so long. On a phone a card of its own. */
export function SkillLineRow(props: {
  line: SkillLine;
  problems: Partial<Record<LineField, string>>;
  change: (line: SkillLine) => void;
  remove: () => void;
}) {
  const { line, problems, change, remove } = props;
  const { t } = useTranslation();
  const name = useRowName('skills', line.skill_id) ?? t('trainings.skills.skill');
  const labelled = (key: string) => t('kit.pair', { name, value: t(key) });
  return (
    <li>
      <Flex wrap align="end" gap="12px 16px" className="sg-whole">
        <Flex vertical flex="3 1 240px">
          <Label>{t('trainings.skills.skill')}</Label>
          <ReferenceSelect
            resource="skills"
            value={line.skill_id}
            onChange={(id) => change({ ...line, skill_id: id as string | null })}
            clearable={false}
            hideArchived
            creates
            label={t('trainings.skills.skill')}
          />
          <Problem textKey={problems.skill_id} />
        </Flex>
        <Flex vertical flex="1 1 96px">
          <Label>{t('trainings.skills.min_score')}</Label>
          <NumberInput
            min={0}
            max={100}
            precision={0}
            suffix="%"
            value={line.min_score}
            aria-label={labelled('trainings.skills.min_score')}
            aria-invalid={Boolean(problems.min_score)}
            onChange={(min_score) => change({ ...line, min_score })}
          />
          <Problem textKey={problems.min_score} />
        </Flex>
        <Flex vertical flex="1 1 150px">
          <Label>{t('trainings.skills.level')}</Label>
          <LevelSelect
            value={line.level}
            onChange={(level) => change({ ...line, level })}
            label={labelled('trainings.skills.level')}
          />
        </Flex>
        <Flex vertical flex="1 1 130px">
          <Label>{t('trainings.skills.validity')}</Label>
          <NumberInput
            min={1}
            max={600}
            precision={0}
            value={line.validity_months ?? null}
            placeholder={t('trainings.skills.usual')}
            aria-label={labelled('trainings.skills.validity')}
            onChange={(validity_months) => change({ ...line, validity_months })}
          />
          <Problem textKey={problems.validity_months} />
        </Flex>
        <Flex flex="none">
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('trainings.skills.remove', { name })}
            title={t('trainings.skills.remove', { name })}
            onClick={remove}
          />
        </Flex>
      </Flex>
    </li>
  );
}

/** What is seen above each control; its name for a screen reader has the skill with it. */
const Label = ({ children }: { children: ReactNode }) => (
  <div className="sg-small sg-soft" aria-hidden="true">
    {children}
  </div>
);

function Problem({ textKey }: { textKey: string | undefined }) {
  const { t } = useTranslation();
  return textKey ? (
    <div className="sg-small sg-error" role="alert">
      {t(textKey)}
    </div>
  ) : null;
}
