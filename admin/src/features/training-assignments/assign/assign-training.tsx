import { useEffect, useRef, useState } from 'react';
import { Button } from 'antd';
import { useInvalidate } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { http } from '@/api/http';
import type { JobStartedResponse } from '@contract/job.responses';
import type { AssignTrainingsResponse } from '@contract/training.responses';
import { watchJob } from '@/api/watched-jobs';
import { useAccountQuery } from '@/api/account';
import { todayIn } from '@/components/dates';
import { deleteDraft, saveDraft, readDraft } from '@/api/drafts';
import { useModule } from '@/crud/crud-context';
import { PageHeader } from '@/components/page-header';
import { RouteTabs } from '@/crud/show/related-tabs';
import { StaleDataBanner } from '@/components/state-panels';
import { useSubmit } from '@/components/use-submit';
import { DonePanel, type AssignmentResult } from './done-panel';
import { StartedPanel } from './started-panel';
import { Picker } from './picker';
import {
  EMPTY_PLAN,
  isStep,
  findObstacle,
  toBulkRequest,
  parsePlan,
  STEPS,
  clampStep,
  type Plan,
  type Step,
} from './plan';
import { ReviewStep, useAssignPreview } from './review-step';
import { RulesStep } from './rules-step';
import { StepFooter } from './step-footer';
import { StepNavigation } from './step-navigation';
import './assign-training.css';

const DRAFT_KEY = ['assign-training', 'plan'] as const;
const STAFF_BASE_FILTER = { field: 'status', values: ['active', 'invited'] };
const TRAININGS_BASE_FILTER = { field: 'status', values: ['published'] };
const STAFF_COLUMNS = ['staff_code', 'department_id', 'job_role_id', 'status'] as const;
const TRAINING_COLUMNS = ['category_id', 'type', 'estimated_minutes', 'due_days'] as const;

/** The draft, with `?training_id=…` or `?staff_id=…` of the link in place of its selection. */
function readInitialPlan(query: URLSearchParams): Plan {
  const draft = parsePlan(readDraft(...DRAFT_KEY));
  const staff = query.getAll('staff_id');
  const trainings = query.getAll('training_id');
  return {
    ...draft,
    ...(staff.length > 0 && { staff }),
    ...(trainings.length > 0 && { trainings }),
  };
}

/** Assign Training in four steps: staff, trainings, due date, review. The step is in the address. */
export function AssignTrainingPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const account = useAccountQuery();
  const today = todayIn(account.data?.time_zone);
  const [plan, setPlan] = useState(() => readInitialPlan(query));
  const [result, setResult] = useState<AssignmentResult | null>(null);
  const [startedJobId, setStartedJobId] = useState<string | null>(null);
  const { busy: isAssigning, error: submitError, run, clear } = useSubmit();
  const [hasTried, setHasTried] = useState(false);
  const invalidate = useInvalidate();
  const staffModule = useModule('staff');
  const trainingsModule = useModule('trainings');
  const heading = useRef<HTMLHeadingElement>(null);

  const requestedStep = query.get('step');
  const step = clampStep(isStep(requestedStep) ? requestedStep : 'staff', plan, today);
  const obstacle = findObstacle(step, plan, today);
  const preview = useAssignPreview(plan, today, step === 'review' && !result && !startedJobId);
  const updatePlan = (part: Partial<Plan>) => {
    const nextPlan = { ...plan, ...part };
    setPlan(nextPlan);
    clear();
    saveDraft(DRAFT_KEY[0], DRAFT_KEY[1], nextPlan as unknown as Record<string, unknown>);
  };
  const goToStep = (to: Step) => {
    setHasTried(false);
    setQuery(to === 'staff' ? {} : { step: to });
  };
  const isFirstRender = useRef(true);
  useEffect(() => {
    // Focuses the heading of a new step; the two lists focus their search field instead.
    if (!isFirstRender.current && (step === 'rules' || step === 'review')) heading.current?.focus();
    isFirstRender.current = false;
  }, [step]);

  const index = STEPS.indexOf(step);
  const nextStep = STEPS[index + 1];
  const handleNext = () => {
    if (obstacle) return setHasTried(true);
    if (nextStep) goToStep(nextStep);
    else void assign();
  };

  async function assign(): Promise<void> {
    if (isAssigning) return;
    await run(async () => {
      const { data } = await http.post<AssignTrainingsResponse | JobStartedResponse>(
        '/api/training-assignments/bulk',
        toBulkRequest(plan, today),
      );
      deleteDraft(...DRAFT_KEY);
      if ('job_id' in data) {
        setStartedJobId(data.job_id);
        watchJob(data.job_id);
        setQuery({ job: data.job_id });
        return;
      }
      setResult({ ...data, trainings: plan.trainings });
      void invalidate({ resource: 'training-assignments', invalidates: ['resourceAll'] });
    });
  }
  const restart = () => {
    setPlan(EMPTY_PLAN);
    setResult(null);
    setStartedJobId(null);
    goToStep('staff');
  };

  return (
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || result || startedJobId) return;
        event.preventDefault();
        handleNext();
      }}
    >
      <PageHeader title={t('menu.assign_training')} sentence={t('assign.sentence')} />
      <RouteTabs />
      <StaleDataBanner />
      {startedJobId && <StartedPanel job_id={startedJobId} onRestart={restart} />}
      {result && <DonePanel result={result} onRestart={restart} />}
      {!startedJobId && !result && (
        <>
          <StepNavigation step={step} plan={plan} today={today} onStepChange={goToStep} />
          <h2 ref={heading} tabIndex={-1} className="sg-mb-16">
            {t(`assign.headings.${step}`)}
          </h2>
          {step === 'staff' && staffModule && (
            <Picker
              key="staff"
              module={staffModule}
              columns={STAFF_COLUMNS}
              baseFilter={STAFF_BASE_FILTER}
              state={plan.lists.staff}
              change={(staff) => updatePlan({ lists: { ...plan.lists, staff } })}
              selectedIds={plan.staff}
              onSelectionChange={(staff) => updatePlan({ staff })}
            />
          )}
          {step === 'trainings' && trainingsModule && (
            <Picker
              key="trainings"
              module={trainingsModule}
              columns={TRAINING_COLUMNS}
              baseFilter={TRAININGS_BASE_FILTER}
              state={plan.lists.trainings}
              change={(trainings) => updatePlan({ lists: { ...plan.lists, trainings } })}
              selectedIds={plan.trainings}
              onSelectionChange={(trainings) => updatePlan({ trainings })}
            />
          )}
          {step === 'rules' && (
            <RulesStep plan={plan} today={today} obstacle={hasTried ? obstacle : null} change={updatePlan} />
          )}
          {step === 'review' && (
            <ReviewStep plan={plan} today={today} preview={preview} submitError={submitError} change={updatePlan} />
          )}
          <StepFooter
            alignsWithCard={step === 'rules' || step === 'review'}
            plan={plan}
            obstacle={hasTried || obstacle?.startsWith('too_many') ? obstacle : null}
          >
            {index > 0 && <Button onClick={() => goToStep(STEPS[index - 1] ?? 'staff')}>{t('assign.back')}</Button>}
            <Button
              type="primary"
              loading={isAssigning}
              disabled={step === 'review' && (!preview.data || preview.isError || preview.data.to_assign === 0)}
              title={t('assign.next_hint')}
              onClick={handleNext}
            >
              {step !== 'review'
                ? t('assign.next')
                : preview.data
                  ? t('assign.action', { count: preview.data.to_assign })
                  : t('menu.assign_training')}
            </Button>
          </StepFooter>
        </>
      )}
    </div>
  );
}
