import { Body, HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { LEGACY_MESSAGES } from '../contract/legacy-messages';
import { AppError } from '../common/errors/app-error';
import { UnknownStaffError } from '../modules/staff/staff.errors';
import { Allow, CurrentTenant } from '../tenancy/access.decorators';
import type { Tenant } from '../tenancy/tenant';
import { AssignmentsService } from '../modules/trainings/assignments.service';
import { UnknownCategoryError, UnknownTrainingError } from '../modules/trainings/training.errors';
import { success } from './envelope';
import { TrainingListByC, TrainingListByT } from './training-lists.dto';
import { LegacyController } from './legacy.decorators';

@LegacyController('S_QUIZ_PLAY_DETAILS')
export class TrainingListsController {
  constructor(private readonly assignments: AssignmentsService) {}

  /** All or nothing, at most 1,000 pairs; safe to repeat. */
  @Post('SaveTrainingListByT')
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'Assign trainings to staff' })
  async byTraining(@CurrentTenant() tenant: Tenant, @Body() body: TrainingListByT) {
    return success(LEGACY_MESSAGES.list_saved, await mapUnknownToNotFound(this.assignments.assign(tenant, body)));
  }

  /** All published trainings of the categories and their subcategories, at most 1,000 pairs. */
  @Post('SaveTrainingListByC')
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'Assign the trainings of categories to staff' })
  async byCategory(@CurrentTenant() tenant: Tenant, @Body() body: TrainingListByC) {
    return success(
      LEGACY_MESSAGES.list_saved,
      await mapUnknownToNotFound(this.assignments.assignCategories(tenant, body)),
    );
  }
}

/** Legacy calls answer 404 for unknown ids and ids of other customers; REST answers a field error (docs/api.md). */
async function mapUnknownToNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const unknown =
      error instanceof UnknownStaffError ||
      error instanceof UnknownTrainingError ||
      error instanceof UnknownCategoryError;
    if (!unknown) throw error;
    const [message = error.message] = Object.values(error.errors ?? {})
      .flat()
      .map((reason) => reason.message);
    throw new AppError({ kind: 'missing', code: 'not_found', message });
  }
}
