import { Steps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface TrainingStep {
  readonly title: string;
  readonly text: ReactNode;
  /** Undefined in a preview. */
  readonly done?: boolean;
}

export function TrainingSteps(props: { steps: readonly (TrainingStep | false | null)[] }) {
  const { t } = useTranslation();
  const steps = props.steps.filter((step) => step !== false && step !== null);
  const next = steps.findIndex(({ done }) => done === false);
  return (
    <Steps
      direction="vertical"
      size="small"
      items={steps.map(({ title, text, done }, at) => ({
        status: done ? 'finish' : at === next ? 'process' : 'wait',
        description: text,
        title: (
          <>
            {title}
            {done !== undefined && (
              <span className="sg-visually-hidden"> {t(done ? 'learner.next.is_done' : 'learner.next.is_open')}</span>
            )}
          </>
        ),
      }))}
    />
  );
}
