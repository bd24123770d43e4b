import { ResourceController, resourceRest } from '../tenancy/resources/resource.rest';
import { Question } from './question.entity';
import { QuestionChange, QuestionRowDto, QuestionWrite } from './questions.dto';
import { QuestionsService } from './questions.service';

@ResourceController(Question)
export class QuestionsRest extends resourceRest(Question, QuestionsService, {
  write: QuestionWrite,
  change: QuestionChange,
  row: QuestionRowDto,
  archived: 'Stays in the quizzes that ask it, and is offered to no other.',
}) {}
