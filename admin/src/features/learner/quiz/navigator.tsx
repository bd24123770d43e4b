import { Button, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SheetQuestion } from '@contract/attempt.responses';
import { formatCount } from '@/components/format';
import type { SlotAnswer } from './answer-saver';
import { isAnswered } from './partial-answer';

/** A button for each question with its state, and one for the review. */
export function QuestionNavigator(props: {
  questions: readonly SheetQuestion[];
  answers: ReadonlyMap<number, SlotAnswer>;
  flags: ReadonlySet<number>;
  at: number;
  onSelect: (at: number) => void;
}) {
  const { questions, answers, flags, at, onSelect } = props;
  const { t, i18n } = useTranslation();
  const isDone = (slot: number) => isAnswered(answers.get(slot));
  const count = questions.filter(({ slot }) => isDone(slot)).length;
  return (
    <Flex
      component="nav"
      className="lr-nav sg-mb-16"
      wrap
      align="center"
      gap="8px 16px"
      aria-label={t('learner.play.navigator')}
    >
      <ol className="sg-wrap sg-gap-8">
        {questions.map(({ slot }, index) => {
          const labelParts = [
            t('learner.play.question', { no: index + 1, all: questions.length }),
            t(isDone(slot) ? 'learner.play.answered' : 'learner.play.open'),
            flags.has(slot) && t('learner.play.flagged'),
          ];
          return (
            <li key={slot}>
              <Button
                size="large"
                aria-label={labelParts.filter(Boolean).join(t('kit.joint'))}
                aria-current={index === at ? 'step' : undefined}
                data-answered={isDone(slot)}
                data-flagged={flags.has(slot)}
                onClick={() => onSelect(index)}
              >
                {formatCount(index + 1, i18n.language)}
              </Button>
            </li>
          );
        })}
        <li>
          <Button
            size="large"
            aria-current={at === questions.length ? 'step' : undefined}
            onClick={() => onSelect(questions.length)}
          >
            {t('learner.play.review')}
          </Button>
        </li>
      </ol>
      <span className="sg-number sg-soft">{t('learner.play.count', { done: count, all: questions.length })}</span>
    </Flex>
  );
}
