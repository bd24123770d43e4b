import { useEffect, useRef, useState } from 'react';
import { Button } from 'antd';
import { useInvalidate } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { http } from '@/api/http';
import type { JobStarted } from '@contract/job-answers';
import type { Assigned } from '@contract/training-answers';
import { watchJob } from '@/api/watched-jobs';
import { useFullMe } from '@/api/me';
import { todayIn } from '@/components/dates';
import { dropDraft, keepDraft, readDraft } from '@/api/drafts';
import { useModule } from '@/crud/kit-context';
import { PageHeader } from '@/components/page-header';
import { RouteTabs } from '@/crud/show/related-tabs';
import { OfflineBanner } from '@/components/states';
import { useSubmit } from '@/components/use-submit';
import { DonePanel, type Outcome } from './done-panel';
import { StartedPanel } from './started-panel';
import { Picker } from './picker';
import { EMPTY_PLAN, isStep, obstacleAt, orderOf, planFrom, STEPS, stepWithin, type Plan, type Step } from './plan';
import { ReviewStep, usePreview } from './review-step';
import { RulesStep } from './rules-step';
import { StepFoot } from './step-foot';
import { StepTrail } from './step-trail';
import './assign-training.css';

const DRAFT = ['assign-training', 'plan'] as const;
const STAFF_WITHIN = { field: 'status', values: ['active', 'invited'] };
const TRAININGS_WITHIN = { field: 'status', values: ['published'] };
const STAFF_COLUMNS = ['staff_code', 'department_id', 'job_role_id', 'status'] as const;
const TRAINING_COLUMNS = ['category_id', 'type', 'estimated_minutes', 'due_days'] as const;

/** Whom a link brings along: `/assign-training?training_id=…` or `?staff_id=…`. */
function startingPlan(query: URLSearchParams): Plan {
  const kept = planFrom(readDraft(...DRAFT));
  const staff = query.getAll('staff_id');
  const trainings = query.getAll('training_id');
  return {
    ...kept,
    ...(staff.length > 0 && { staff }),
    ...(trainings.length > 0 && { trainings }),
  };
}

/** Assign Training: who, what, until when, and what exactly will happen. The step stands in the address. */
export function AssignTrainingPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const me = useFullMe();
  const today = todayIn(me.data?.time_zone);
  const [plan, setPlan] = useState(() => startingPlan(query));
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [started, setStarted] = useState<string | null>(null);
  const { busy: assigning, error: refusal, run, clear } = useSubmit();
  const [tried, setTried] = useState(false);
  const invalidate = useInvalidate();
  const staffModule = useModule('staff');
  const trainingsModule = useModule('trainings');
  const heading = useRef<HTMLHeadingElement>(null);

  const asked = query.get('step');
  const step = stepWithin(isStep(asked) ? asked : 'staff', plan, today);
  const obstacle = obstacleAt(step, plan, today);
  const preview = usePreview(plan, today, step === 'review' && !outcome && !started);
  const change = (part: Partial<Plan>) => {
    const next = { ...plan, ...part };
    setPlan(next);
    clear();
    keepDraft(DRAFT[0], DRAFT[1], next as unknown as Record<string, unknown>);
  };
  const go = (to: Step) => {
    setTried(false);
    setQuery(to === 'staff' ? {} : { step: to });
  };
  const first = useRef(true);
  useEffect(() => {
    // A new step is read out. The two lists begin in their search instead.
    if (!first.current && (step === 'rules' || step === 'review')) heading.current?.focus();
    first.current = false;
  }, [step]);

  const index = STEPS.indexOf(step);
  const following = STEPS[index + 1];
  const next = () => {
    if (obstacle) return setTried(true);
    if (following) go(following);
    else void assign();
  };

  async function assign(): Promise<void> {
    if (assigning) return;
    await run(async () => {
      const { data } = await http.post<Assigned | JobStarted>('/api/training-assignments/bulk', orderOf(plan, today));
      dropDraft(...DRAFT);
      if ('job_id' in data) {
        setStarted(data.job_id);
        watchJob(data.job_id);
        setQuery({ job: data.job_id });
        return;
      }
      setOutcome({ ...data, trainings: plan.trainings });
      void invalidate({ resource: 'training-assignments', invalidates: ['resourceAll'] });
    });
  }
  const again = () => {
    setPlan(EMPTY_PLAN);
    setOutcome(null);
    setStarted(null);
    go('staff');
  };

  return (
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || outcome || started) return;
        event.preventDefault();
        next();
      }}
    >
      <PageHeader title={t('menu.assign_training')} sentence={t('assign.sentence')} />
      <RouteTabs />
      <OfflineBanner />
      {started && <StartedPanel job_id={started} again={again} />}
      {outcome && <DonePanel outcome={outcome} again={again} />}
      {!started && !outcome && (
        <>
          <StepTrail step={step} plan={plan} today={today} go={go} />
          <h2 ref={heading} tabIndex={-1} className="sg-mb-16">
            {t(`assign.headings.${step}`)}
          </h2>
          {step === 'staff' && staffModule && (
            <Picker
              key="staff"
              module={staffModule}
              columns={STAFF_COLUMNS}
              within={STAFF_WITHIN}
              state={plan.lists.staff}
              change={(staff) => change({ lists: { ...plan.lists, staff } })}
              chosen={plan.staff}
              choose={(staff) => change({ staff })}
            />
          )}
          {step === 'trainings' && trainingsModule && (
            <Picker
              key="trainings"
              module={trainingsModule}
              columns={TRAINING_COLUMNS}
              within={TRAININGS_WITHIN}
              state={plan.lists.trainings}
              change={(trainings) => change({ lists: { ...plan.lists, trainings } })}
              chosen={plan.trainings}
              choose={(trainings) => change({ trainings })}
            />
          )}
          {step === 'rules' && (
            <RulesStep plan={plan} today={today} obstacle={tried ? obstacle : null} change={change} />
          )}
          {step === 'review' && (
            <ReviewStep plan={plan} today={today} preview={preview} refusal={refusal} change={change} />
          )}
          <StepFoot
            column={step === 'rules' || step === 'review'}
            plan={plan}
            obstacle={tried || obstacle?.startsWith('too_many') ? obstacle : null}
          >
            {index > 0 && <Button onClick={() => go(STEPS[index - 1] ?? 'staff')}>{t('assign.back')}</Button>}
            <Button
              type="primary"
              loading={assigning}
              disabled={step === 'review' && (!preview.data || preview.isError || preview.data.to_assign === 0)}
              title={t('assign.next_hint')}
              onClick={next}
            >
              {step !== 'review'
                ? t('assign.next')
                : preview.data
                  ? t('assign.action', { count: preview.data.to_assign })
                  : t('menu.assign_training')}
            </Button>
          </StepFoot>
        </>
      )}
    </div>
  );
}
