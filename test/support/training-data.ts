import type { SessionApi } from './session-api';

/** A question with a correct and a wrong option. */
export interface QuizQuestion {
  text: string;
  correct: string;
  wrong: string;
}

/**
 * Creates a published training with a web document that grants level 3 of a skill; with questions, its quiz decides.
 * @param more further fields of the training
 */
export async function createPublishedTraining(
  api: SessionApi,
  more: { code: string; title: string } & Record<string, unknown>,
  { skill, questions = [] }: { skill?: string; questions?: readonly QuizQuestion[] } = {},
): Promise<{ training_id: string; skill_id: string }> {
  const { category_id } = await api.post('/api/training-categories', {
    code: `C-${more.code}`,
    name: `Shelf ${more.code}`,
  });
  const skill_id =
    skill ?? (await api.post('/api/skills', { skill_code: `S-${more.code}`, name: `Skill ${more.code}` })).skill_id;
  const { training_id } = await api.post('/api/trainings', {
    category_id,
    type: 'document',
    source_url: 'https://example.org/read-me',
    ...more,
  });
  await api.put(`/api/trainings/${training_id}/skills`, [{ skill_id, min_score: 0, level: 3 }]);
  if (questions.length) {
    const { quiz_id } = await api.post('/api/quizzes', {
      training_id,
      title: `Quiz: ${more.title}`,
      attempts_allowed: null,
      review: 'after_submit',
    });
    const slots: { question_id: string }[] = [];
    for (const { text, correct, wrong } of questions) {
      const options = [
        { text: correct, fraction: 1 },
        { text: wrong, fraction: 0 },
      ];
      const { question_id } = await api.post('/api/questions', { kind: 'single', text, options });
      slots.push({ question_id });
    }
    await api.put(`/api/quizzes/${quiz_id}/slots`, { slots });
  }
  await api.post(`/api/trainings/${training_id}/publish`);
  return { training_id, skill_id };
}

/**
 * Takes the quiz of a training once.
 * @param api of the learner
 * @param answers the option to choose by the text of the question
 */
export async function takeQuiz(
  api: SessionApi,
  training_id: string,
  answers: Readonly<Record<string, string>>,
): Promise<void> {
  const attempt = await api.post('/api/attempts', { training_id });
  for (const { slot, text, options } of attempt.questions) {
    const { option_id } = options.find((option: { text: string }) => option.text === answers[text]);
    await api.put(`/api/attempts/${attempt.attempt_id}/answers/${slot}`, { option_id: [option_id], sequence: 1 });
  }
  await api.post(`/api/attempts/${attempt.attempt_id}/submit`);
}
