/** The words in which demo content is written down; plain data. */

/** From a score on, a level (reports.md §2). */
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
  /** Left out: as many as it takes. */
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
  /** A clip or a page, and the questions after it. */
  minutes: number;
  /** What is read: a page of ours, admin/public/demo/<page>.html. */
  page?: string;
  /** A file of ./clips. */
  clip?: string;
  bands: readonly DemoBand[];
  due_days?: number;
  /** Left out: it is assigned by others only. */
  enrolment?: 'open' | 'approval';
  /** Days ago when it was first assigned to those who were there; left out: as long as the history is. */
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
  /** Left out: for ever. */
  months?: number;
  /** Who signs off new evidence; left out: nobody needs to. */
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

/** Right answers begin with `*`. One of several. */
export function single(text: string, options: readonly string[], explanation: string): DemoQuestion {
  return { kind: 'single', text, options: options.map(option), explanation };
}

/** Right answers begin with `*`. All of them are asked for. */
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
