/** Types and builders of demo content. */

/** Level granted from a score on (docs/skill-levels.md). */
interface DemoBand {
  skill: string;
  min_score?: number;
  level: number;
}
interface DemoOption {
  text: string;
  right: boolean;
}
export interface DemoQuestion {
  kind: 'single' | 'multiple' | 'true_false';
  text: string;
  options: readonly DemoOption[];
  explanation: string;
}
export interface DemoQuiz {
  title: string;
  pass_mark?: number;
  time_limit_minutes?: number;
  /** Default: unlimited. */
  attempts_allowed?: number;
  pause_minutes?: number;
  questions: readonly DemoQuestion[];
}
export interface DemoTraining {
  code: string;
  title: string;
  category: string;
  type: 'video' | 'document' | 'link' | 'classroom';
  description: string;
  /** Including the quiz. */
  minutes: number;
  /** Page in admin/public/demo/<page>.html. */
  page?: string;
  /** File in ./clips. */
  clip?: string;
  bands: readonly DemoBand[];
  due_days?: number;
  /** Default: only assigned by others. */
  enrolment?: 'open' | 'approval';
  /** Days since the first assignment; default: the whole history. */
  launched?: number;
  status: 'draft' | 'published' | 'archived';
  quiz?: DemoQuiz;
}
export interface DemoSkill {
  code: string;
  name: string;
  group: string;
  min_level: number;
  headcount: number;
  /** Default: no expiry. */
  months?: number;
  /** Default: no sign-off needed. */
  signoff?: 'admin' | 'manager';
  critical?: boolean;
  description: string;
}
export interface DemoCategory {
  code: string;
  name: string;
  color: string;
  parent?: string;
  description: string;
}

/** One right answer, marked with `*`. */
export function single(text: string, options: readonly string[], explanation: string): DemoQuestion {
  return { kind: 'single', text, options: options.map(option), explanation };
}

/** Several right answers, marked with `*`. */
export function multiple(text: string, options: readonly string[], explanation: string): DemoQuestion {
  return { kind: 'multiple', text, options: options.map(option), explanation };
}

export function trueFalse(text: string, isTrue: boolean, explanation: string): DemoQuestion {
  const options = [
    { text: 'True', right: isTrue },
    { text: 'False', right: !isTrue },
  ];
  return { kind: 'true_false', text, options, explanation };
}

const option = (text: string): DemoOption =>
  text.startsWith('*') ? { text: text.slice(1), right: true } : { text, right: false };
