import { Button } from 'antd';
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
    <tr>
      <td data-label={t('trainings.skills.skill')}>
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
      </td>
      <td data-label={t('trainings.skills.min_score')}>
        <NumberInput
          className="trn-number"
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
      </td>
      <td data-label={t('trainings.skills.level')}>
        <LevelSelect
          value={line.level}
          onChange={(level) => change({ ...line, level })}
          label={labelled('trainings.skills.level')}
        />
      </td>
      <td data-label={t('trainings.skills.validity')}>
        <NumberInput
          className="trn-number trn-validity"
          min={1}
          max={600}
          precision={0}
          value={line.validity_months ?? null}
          placeholder={t('trainings.skills.usual')}
          aria-label={labelled('trainings.skills.validity')}
          onChange={(validity_months) => change({ ...line, validity_months })}
        />
        <Problem textKey={problems.validity_months} />
      </td>
      <td className="trn-skill-end">
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('trainings.skills.remove', { name })}
          title={t('trainings.skills.remove', { name })}
          onClick={remove}
        />
      </td>
    </tr>
  );
}

function Problem({ textKey }: { textKey: string | undefined }) {
  const { t } = useTranslation();
  return textKey ? (
    <div className="sg-small sg-error" role="alert">
      {t(textKey)}
    </div>
  ) : null;
}
