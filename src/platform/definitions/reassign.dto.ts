import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsOptional, Matches, Min } from 'class-validator';
import { UUID } from '../ids';
import { NO_ID } from './field-rules';
import { ruleError } from '../errors/field-error';

/** `POST /api/<resource>/{id}/reassign`: whatever uses the record uses this one from then on. */
export class ReassignTo {
  @ApiProperty({ type: 'string', format: 'uuid', description: 'The record that takes its place.' })
  @Matches(UUID, NO_ID)
  to: string;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    required: false,
    description: 'Of the record that is replaced, sent back as read: a stale one answers 412.',
  })
  @IsOptional()
  @IsInt(ruleError('version', 'Send the row_version that you read.'))
  @Min(1, ruleError('min', null, { min: 1 }))
  row_version?: number;
}

export class ReassignedDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { trainings: 12, categories: 1 },
    description: 'How many of what were moved by this call.',
  })
  moved: Record<string, number>;

  @ApiProperty({
    type: 'boolean',
    example: false,
    description: 'true: more than one call moves (1,000 rows). Send the same call again until it says false.',
  })
  more: boolean;
}
