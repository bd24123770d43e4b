import { Body, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { WIRE } from '../contract/wire-messages';
import type { AttemptSheet } from '../contract/attempt-answers';
import { QuizPlayService, type PlayedAnswer } from '../quizzes/quiz-play.service';
import { Allow, AlsoWhenExpired, CurrentTenant } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { succeeded } from './envelope';
import { QuizQuestionsQuery, SaveQuizAndVideoBody } from './quiz-play.dto';
import { ChangesState, WireController } from './wire-call';

@WireController('Common')
export class QuizQuestionsController {
  constructor(private readonly play: QuizPlayService) {}

  /** Questions in their frozen order, without a word of what is right. An admin: a preview, `attempt_id` null. */
  @Get('get_quiz_questions')
  @ChangesState()
  @Allow('admin', 'user')
  @ApiOperation({ summary: 'Start or continue the attempt at a quiz' })
  async questions(@CurrentTenant() tenant: Tenant, @Query() query: QuizQuestionsQuery) {
    return succeeded(WIRE.list, await this.play.open(tenant, query));
  }
}

@WireController('S_QUIZ_PLAY_DETAILS')
export class QuizPlayDetailsController {
  constructor(private readonly play: QuizPlayService) {}

  /** The staff member is the session's; graded on the server; asking again answers the first result. */
  @Post('SaveQuizandvideo')
  @HttpCode(200)
  @Allow('admin', 'user')
  @AlsoWhenExpired('finishing a running attempt; what was watched alone is refused by the service')
  @ApiOperation({ summary: 'Submit the answers of an attempt and the watched parts of the video' })
  async save(@CurrentTenant() tenant: Tenant, @Body() body: SaveQuizAndVideoBody) {
    const { training_id, quiz_id, attempt_id, answers, video } = body;
    const given = answers?.map(({ question_id, option_id = [] }) => ({ question_id, option_id }));
    const played = { training_id, quiz_id, attempt_id, answers: given, ranges: video?.ranges ?? [] };
    return succeeded(WIRE.quiz_saved, presented(await this.play.save(tenant, played)));
  }
}

/** The result without the questions, which the client has. */
function presented({ attempt, video }: PlayedAnswer) {
  return { ...(attempt && resultOf(attempt)), video };
}

function resultOf({ questions: _questions, answers: _answers, ...result }: AttemptSheet) {
  return result;
}
