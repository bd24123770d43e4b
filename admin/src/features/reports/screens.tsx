import type { Screen } from '@/crud/screen';
import { laterPage } from '@/api/later-page';
import { EVERYONE } from './report-screen';

const AllSkills = laterPage(() => import('./matrix/all-skills').then((m) => m.AllSkillsPage));
const Datewise = laterPage(() => import('./matrix/datewise').then((m) => m.DatewisePage));
const Targeted = laterPage(() => import('./matrix/targeted').then((m) => m.TargetedPage));
const SkillWise = laterPage(() => import('./tables/skill-wise').then((m) => m.SkillWisePage));
const Quiz = laterPage(() => import('./tables/quiz').then((m) => m.QuizPage));

export const screens: readonly Screen[] = [
  { route: '/quiz-report', roles: EVERYONE, ofOne: true, page: <Quiz /> },
  { route: '/skil-matrix-report', roles: EVERYONE, ofOne: true, page: <AllSkills /> },
  { route: '/skil-matrix-report-datewise', roles: EVERYONE, ofOne: true, page: <Datewise /> },
  { route: '/targeted-matrix-report-datewise', roles: EVERYONE, ofOne: true, page: <Targeted /> },
  { route: '/skil-wise-report', roles: EVERYONE, ofOne: true, page: <SkillWise /> },
];
