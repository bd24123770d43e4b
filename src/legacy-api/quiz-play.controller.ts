import { Body, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { LEGACY_MESSAGES } from '../contract/legacy-messages';
import type { AttemptSheet } from '../contract/attempt.responses';
import { LegacyQuizPlayService, type PlayResult } from '../modules/quizzes/legacy-quiz-play.service';
import { Allow, AllowWhenExpired, CurrentTenant } from '../tenancy/access.decorators';
import type { Tenant } from '../tenancy/tenant';
import { success } from './envelope';
import { QuizQuestionsQuery, SaveQuizAndVideoBody } from './quiz-play.dto';
import { ChangesState, LegacyController } from './legacy.decorators';

@LegacyController('Common')
export class QuizQuestionsController {
  constructor(private readonly play: LegacyQuizPlayService) {}

  /** Questions in the fixed order of the attempt, without solutions. Admins get a preview with `attempt_id` null. */
  @Get('get_quiz_questions')
  @ChangesState()
  @Allow('admin', 'user')
  @ApiOperation({ summary: 'Start or continue the attempt at a quiz' })
  async questions(@CurrentTenant() tenant: Tenant, @Query() query: QuizQuestionsQuery) {
    return success(LEGACY_MESSAGES.list, await this.play.open(tenant, query));
  }
}

@LegacyController('S_QUIZ_PLAY_DETAILS')
export class QuizPlayDetailsController {
  constructor(private readonly play: LegacyQuizPlayService) {}

  /** The staff member comes from the session. Graded on the server; repeating the call returns the first result. */
  @Post('SaveQuizandvideo')
  @HttpCode(200)
  @Allow('admin', 'user')
  @AllowWhenExpired('finishing a running attempt; what was watched alone is refused by the service')
  @ApiOperation({ summary: 'Submit the answers of an attempt and the watched parts of the video' })
  async save(@CurrentTenant() tenant: Tenant, @Body() body: SaveQuizAndVideoBody) {
    const { training_id, quiz_id, attempt_id, answers, video } = body;
    const selected = answers?.map(({ question_id, option_id = [] }) => ({ question_id, option_id }));
    const played = { training_id, quiz_id, attempt_id, answers: selected, ranges: video?.ranges ?? [] };
    return success(LEGACY_MESSAGES.quiz_saved, withoutQuestions(await this.play.save(tenant, played)));
  }
}

/** The client already has the questions. */
function withoutQuestions({ attempt, video }: PlayResult) {
  return { ...(attempt && attemptResultOf(attempt)), video };
}

function attemptResultOf({ questions: _questions, answers: _answers, ...result }: AttemptSheet) {
  return result;
}
