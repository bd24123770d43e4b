import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { DIFFICULTY_CHOICES, QUESTION_POINTS_MAX } from '@contract/questions.resource';
import { SLOTS_MAX, TAG_MAX } from '@contract/quizzes.resource';
import { FormDialog } from '@/crud/form/form-dialog';
import { NumberInput } from '@/components/number-input';
import { ReferenceSelect } from '@/crud/form/reference-select';
import type { Slot } from '../use-quiz-slots';

interface DrawValues {
  count: number;
  points: number;
  tag?: string;
  skill_id?: string | null;
  difficulty?: (typeof DIFFICULTY_CHOICES)[number] | null;
}

/** Edits a random draw: how many questions, and the criteria that all of them must meet. */
export function DrawDialog(props: { slot: Slot | null; onClose: () => void; onDone: (slot: Slot) => void }) {
  const { slot, onClose, onDone } = props;
  const { t } = useTranslation();
  const [form] = Form.useForm<DrawValues>();
  const send = async ({ count, points, tag, skill_id, difficulty }: DrawValues) => {
    const criteria = { count, tag: tag?.trim() || null, skill_id: skill_id ?? null, difficulty: difficulty ?? null };
    // Placeholder counts; the server returns the real ones when it saves.
    const draw = { ...criteria, matching: count, missing: 0 };
    onDone({ question_id: null, kind: null, text: null, points, draw });
  };
  const requiredRules = [{ required: true, message: t('field_errors.whole') }];
  return (
    <FormDialog
      form={form}
      title={t('quiz_draw.title')}
      width={480}
      save={{ children: t('quiz_draw.save') }}
      requiredMark="optional"
      initialValues={{ count: 1, ...slot?.draw, points: slot?.points ?? 1 }}
      onClose={onClose}
      send={send}
    >
      <p className="sg-soft sg-mb-16">{t('quiz_draw.lead')}</p>
      <Form.Item name="count" label={t('quiz_draw.count')} rules={requiredRules}>
        <NumberInput min={1} max={SLOTS_MAX} precision={0} />
      </Form.Item>
      <Form.Item
        name="tag"
        label={t('quiz_draw.tag')}
        rules={[
          { pattern: /^[^,]*$/, message: t('quiz_draw.one_tag') },
          ({ getFieldValue }) => ({
            validator: async (_, tag?: string) => {
              const hasCriterion = tag?.trim() || getFieldValue('skill_id') || getFieldValue('difficulty');
              if (!hasCriterion) throw new Error(t('field_errors.draw_from'));
            },
          }),
        ]}
        dependencies={['skill_id', 'difficulty']}
      >
        <Input maxLength={TAG_MAX} />
      </Form.Item>
      <Form.Item name="skill_id" label={t('quiz_draw.skill')}>
        <ReferenceSelect resource="skills" hideArchived />
      </Form.Item>
      <Form.Item name="difficulty" label={t('questions.fields.difficulty')}>
        <Select
          allowClear
          placeholder={t('kit.choose')}
          options={DIFFICULTY_CHOICES.map((value) => ({ value, label: t(`questions.choices.difficulty.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="points" label={t('quiz_draw.points')} rules={requiredRules}>
        <NumberInput min={1} max={QUESTION_POINTS_MAX} precision={0} />
      </Form.Item>
    </FormDialog>
  );
}
