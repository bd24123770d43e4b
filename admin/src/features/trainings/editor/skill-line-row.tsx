import { Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import { DeleteOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useRowName } from '@/crud/row-names';
import { NumberInput } from '@/components/number-input';
import { ReferenceSelect } from '@/crud/form/reference-select';
import { LevelSelect } from './level-select';
import type { LineField, TrainingSkillLine } from './skill-lines';

/** Editor of one line: skill, minimum score, level and validity. */
export function SkillLineRow(props: {
  line: TrainingSkillLine;
  problems: Partial<Record<LineField, string>>;
  change: (line: TrainingSkillLine) => void;
  remove: () => void;
}) {
  const { line, problems, change, remove } = props;
  const { t } = useTranslation();
  const name = useRowName('skills', line.skill_id) ?? t('trainings.skills.skill');
  const labelWithSkill = (key: string) => t('kit.pair', { name, value: t(key) });
  return (
    <li>
      <Flex wrap align="end" gap="12px 16px" className="sg-whole">
        <Flex vertical flex="3 1 240px">
          <FieldLabel>{t('trainings.skills.skill')}</FieldLabel>
          <ReferenceSelect
            resource="skills"
            value={line.skill_id}
            onChange={(id) => change({ ...line, skill_id: id as string | null })}
            clearable={false}
            hideArchived
            creates
            label={t('trainings.skills.skill')}
          />
          <FieldError textKey={problems.skill_id} />
        </Flex>
        <Flex vertical flex="1 1 96px">
          <FieldLabel>{t('trainings.skills.min_score')}</FieldLabel>
          <NumberInput
            min={0}
            max={100}
            precision={0}
            suffix="%"
            value={line.min_score}
            aria-label={labelWithSkill('trainings.skills.min_score')}
            aria-invalid={Boolean(problems.min_score)}
            onChange={(min_score) => change({ ...line, min_score })}
          />
          <FieldError textKey={problems.min_score} />
        </Flex>
        <Flex vertical flex="1 1 150px">
          <FieldLabel>{t('trainings.skills.level')}</FieldLabel>
          <LevelSelect
            value={line.level}
            onChange={(level) => change({ ...line, level })}
            label={labelWithSkill('trainings.skills.level')}
          />
        </Flex>
        <Flex vertical flex="1 1 130px">
          <FieldLabel>{t('trainings.skills.validity')}</FieldLabel>
          <NumberInput
            min={1}
            max={600}
            precision={0}
            value={line.validity_months ?? null}
            placeholder={t('trainings.skills.usual')}
            aria-label={labelWithSkill('trainings.skills.validity')}
            onChange={(validity_months) => change({ ...line, validity_months })}
          />
          <FieldError textKey={problems.validity_months} />
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

/** Visible label; the accessible name of the control also has the skill. */
const FieldLabel = ({ children }: { children: ReactNode }) => (
  <div className="sg-small sg-soft" aria-hidden="true">
    {children}
  </div>
);

function FieldError({ textKey }: { textKey: string | undefined }) {
  const { t } = useTranslation();
  return textKey ? (
    <div className="sg-small sg-error" role="alert">
      {t(textKey)}
    </div>
  ) : null;
}
