import type { Screen } from '@/app/screen';
import { EVERYONE, laterReport } from './report-screen';

const AllSkills = laterReport(() => import('./matrix/all-skills').then((m) => m.AllSkillsPage));
const Datewise = laterReport(() => import('./matrix/datewise').then((m) => m.DatewisePage));
const Targeted = laterReport(() => import('./matrix/targeted').then((m) => m.TargetedPage));
const SkillWise = laterReport(() => import('./tables/skill-wise').then((m) => m.SkillWisePage));
const Quiz = laterReport(() => import('./tables/quiz').then((m) => m.QuizPage));

export const screens: readonly Screen[] = [
  { route: '/quiz-report', roles: EVERYONE, ofOne: true, page: <Quiz /> },
  { route: '/skil-matrix-report', roles: EVERYONE, ofOne: true, page: <AllSkills /> },
  { route: '/skil-matrix-report-datewise', roles: EVERYONE, ofOne: true, page: <Datewise /> },
  { route: '/targeted-matrix-report-datewise', roles: EVERYONE, ofOne: true, page: <Targeted /> },
  { route: '/skil-wise-report', roles: EVERYONE, ofOne: true, page: <SkillWise /> },
];
