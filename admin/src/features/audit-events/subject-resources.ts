/** The resource of an audit subject type. Other types have no screen. */
const RESOURCES: Readonly<Record<string, string>> = {
  customer: 'customers',
  department: 'departments',
  'job-role': 'job-roles',
  question: 'questions',
  quiz: 'quizzes',
  'role-target': 'role-targets',
  skill: 'skills',
  'skill-evidence': 'skill-evidence',
  'skill-target': 'skill-targets',
  staff: 'staff',
  subscriber: 'subscribers',
  subscription_package: 'subscription-packages',
  training: 'trainings',
  'training-assignment': 'training-assignments',
  'training-category': 'training-categories',
};

export const resourceOfSubject = (subject_type: unknown): string => RESOURCES[String(subject_type)] ?? '';
