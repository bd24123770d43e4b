import { Body, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiParam } from '@nestjs/swagger';
import { attempts } from '../contract/attempts.resource';
import { ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { Allow, AlsoWhenExpired, CurrentTenant, DryRun } from '../tenancy/access';
import { createReadController, ResourceController } from '../tenancy/resources/crud-controller';
import type { Tenant } from '../tenancy/tenant';
import { AttemptFinishService } from './attempt-finish.service';
import { AttemptStartService } from './attempt-start.service';
import { Attempt } from './attempt.entity';
import {
  AnswerWrite,
  AttemptRowDto,
  AttemptSheetDto,
  AttemptStartBody,
  AttemptVoidedDto,
  AttemptVoidWrite,
  SavedDto,
} from './attempts.dto';
import { AttemptsService } from './attempts.service';
import { VoidAttemptService } from './void-attempt.service';

@ResourceController(Attempt)
export class AttemptsController extends createReadController(Attempt, AttemptsService, { row: AttemptRowDto }) {
  constructor(
    attempts: AttemptsService,
    private readonly starting: AttemptStartService,
    private readonly finishing: AttemptFinishService,
    private readonly voiding: VoidAttemptService,
  ) {
    super(attempts);
  }

  /** Questions in their frozen order, saved answers, the server's clock; after the end the review, by the quiz's policy. */
  @Get(':id')
  @Allow(...attempts.read)
  @ApiRow(AttemptSheetDto)
  override one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.service.sheet(tenant, id);
  }

  /** Starts an attempt at the training's quiz, or continues the one that runs. For whoever is assigned the training. */
  @Post()
  @HttpCode(200)
  @Allow('admin', 'user')
  @AlsoWhenExpired('a running attempt is continued; a new one is refused by the service')
  @ApiRow(AttemptSheetDto)
  start(@CurrentTenant() tenant: Tenant, @Body() body: AttemptStartBody) {
    return this.starting.begin(tenant, body.training_id);
  }

  /** Saves what was chosen. 409 `answer_outdated`: a later one was saved before; `attempt_over`: too late. */
  @Put(':id/answers/:slot')
  @Allow('admin', 'user')
  @AlsoWhenExpired('finishing a running attempt')
  @ApiParam({ name: 'slot', schema: { type: 'integer', minimum: 1 } })
  @ApiOkResponse({ type: SavedDto })
  answer(
    @CurrentTenant() tenant: Tenant,
    @IdParam() id: string,
    @Param('slot') slot: string,
    @Body() body: AnswerWrite,
  ) {
    return this.service.answer(tenant, id, Number(slot), body);
  }

  /** Ends and grades it, once however often it is asked; after the deadline with what was saved in time. */
  @Post(':id/submit')
  @HttpCode(200)
  @Allow('admin', 'user')
  @AlsoWhenExpired('finishing a running attempt')
  @ApiRow(AttemptSheetDto)
  submit(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.finishing.submit(tenant, id);
  }

  /**
   * It no longer counts nor uses up a try. If it completed the assignment, the evidence is voided and the assignment reopened,
   * unless another pass of the cycle completes it or a later cycle followed. Asked again it answers the same.
   */
  @Post(':id/void')
  @HttpCode(200)
  @Allow('admin')
  @DryRun()
  @ApiOkResponse({ type: AttemptVoidedDto })
  void(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: AttemptVoidWrite) {
    return this.voiding.void(tenant, id, body.reason);
  }
}
