import { useState } from 'react';
import { Alert, Button, Modal, Radio, Spin } from 'antd';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '@/components/use-submit';
import type { PracticalAssessmentResponse } from '@contract/practical.responses';
import { http } from '@/api/http';
import { useSession } from '@/api/use-session';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { ReferenceSelect } from '@/crud/form/reference-select';

/** Selects the skill and one of its levels with a checklist. */
export function StartDialog(props: { staffId: string; onClose: () => void; onStarted: (id: string) => void }) {
  const { role } = useSession();
  const { staffId, onClose, onStarted } = props;
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [skill, setSkill] = useState<string | null>(null);
  const [level, setLevel] = useState<number | null>(null);
  const { busy, problem, run } = useSubmit();
  const lists = useApiQuery(`skills/${skill}/checklists`, {}, { enabled: skill !== null });
  const levels = lists.data ?? [];
  const selectedLevel = level ?? levels[0]?.level ?? null;
  const handleStart = () =>
    run(async () => {
      const body = { staff_id: staffId, skill_id: skill, level: selectedLevel };
      const { data } = await http.post<PracticalAssessmentResponse>('/api/practical-assessments', body);
      await queryClient.invalidateQueries({ queryKey: apiKey(`staff/${staffId}/practical-assessments`) });
      onClose();
      onStarted(data.assessment_id);
    });
  return (
    <Modal
      open
      title={t('assessments.start_title')}
      width={480}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('kit.cancel')}
        </Button>,
        <Button
          key="begin"
          type="primary"
          loading={busy}
          disabled={selectedLevel === null}
          onClick={() => void handleStart()}
        >
          {t('assessments.begin')}
        </Button>,
      ]}
    >
      <div className="sg-stack sg-gap-16">
        <div className="sg-stack sg-gap-4">
          <span className="sg-medium">{t('assessments.skill')}</span>
          <ReferenceSelect
            resource="skills"
            label={t('assessments.skill')}
            hideArchived
            value={skill}
            onChange={(value) => {
              setSkill(value as string | null);
              setLevel(null);
            }}
          />
        </div>
        {lists.isFetching && <Spin size="small" />}
        {lists.data && levels.length === 0 && (
          <Alert
            type="info"
            showIcon
            role="status"
            message={t(role === 'admin' ? 'assessments.no_list_admin' : 'assessments.no_list')}
          />
        )}
        {levels.length > 0 && (
          <div className="sg-stack sg-gap-4">
            <span className="sg-medium">{t('assessments.level')}</span>
            <Radio.Group
              aria-label={t('assessments.level')}
              value={selectedLevel}
              onChange={(event) => setLevel(event.target.value as number)}
              options={levels.map((each) => ({
                value: each.level,
                label: t('assessments.level_option', {
                  level: t(`kit.level.names.${each.level}`),
                  count: each.criteria.length,
                }),
              }))}
            />
          </div>
        )}
        {problem && <Alert type="error" showIcon role="alert" message={problem} />}
      </div>
    </Modal>
  );
}
