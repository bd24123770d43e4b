import { useEffect, useState } from 'react';
import { Alert, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { http } from '@/api/http';
import type { Row } from '../resource-module';
import { useErrorText } from '@/components/resource-labels';

/** Answer of a dry run (`X-Dry-Run: true`) on trainings and quizzes: numbers of affected assignments. */
export interface ChangeEffects {
  completed?: number;
  stranded?: number;
}

export const DRY_RUN = { headers: { 'X-Dry-Run': 'true' } };
const hasEffects = ({ completed = 0, stranded = 0 }: ChangeEffects): boolean => completed + stranded > 0;

function EffectsAlert({ effects }: { effects: ChangeEffects }) {
  const { t } = useTranslation();
  const { completed = 0, stranded = 0 } = effects;
  return (
    <div className="sg-stack sg-gap-8">
      {completed > 0 && <Alert type="info" showIcon message={t('kit.effects.completed', { count: completed })} />}
      {stranded > 0 && <Alert type="warning" showIcon message={t('kit.effects.stranded', { count: stranded })} />}
    </div>
  );
}

interface PendingConfirmation {
  effects: ChangeEffects;
  answer: (isConfirmed: boolean) => void;
}

/** Dry-runs a change and asks for confirmation if it completes assignments or makes some impossible to complete. */
export function useEffectsDialog() {
  const { t } = useTranslation();
  const [pending, setPending] = useState<PendingConfirmation | null>(null);

  /** @returns false if cancelled. Rejects with the `ApiError` of the dry run. */
  async function confirm(dryRun: () => Promise<{ data: ChangeEffects }>): Promise<boolean> {
    const { data: effects } = await dryRun();
    if (!hasEffects(effects)) return true;
    return new Promise((answer) => setPending({ effects, answer }));
  }

  const close = (isConfirmed: boolean) => {
    pending?.answer(isConfirmed);
    setPending(null);
  };
  const dialog = pending && (
    <Modal
      open
      title={t('kit.effects.title')}
      okText={t('kit.effects.save')}
      cancelText={t('kit.cancel')}
      onOk={() => close(true)}
      onCancel={() => close(false)}
      width={480}
    >
      <EffectsAlert effects={pending.effects} />
    </Modal>
  );
  return { confirm, dialog };
}

/** Preview for a command dialog (`RowCommand.shows`): the effects of the command. */
export function commandEffects(resource: string, command: string) {
  return function CommandEffects({ row, known }: { row: Row; known: (isKnown: boolean) => void }) {
    const errorText = useErrorText();
    const [effects, setEffects] = useState<ChangeEffects>({});
    const [error, setError] = useState<unknown>(null);
    useEffect(() => {
      let isUnmounted = false;
      http.post<ChangeEffects>(`/api/${resource}/${row.id}/${command}`, {}, DRY_RUN).then(
        ({ data }) => {
          if (isUnmounted) return;
          setEffects(data);
          known(true);
        },
        (refusal: unknown) => !isUnmounted && setError(refusal),
      );
      return () => void (isUnmounted = true);
      // oxlint-disable-next-line react-hooks/exhaustive-deps
    }, [row.id]);
    if (error) return <Alert type="error" showIcon message={errorText(error)} />;
    return <EffectsAlert effects={effects} />;
  };
}
