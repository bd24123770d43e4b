import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsOptional, Matches, Min } from 'class-validator';
import { UUID_PATTERN } from '../ids';
import { NOT_AN_ID } from './field-rules';
import { ruleError } from '../errors/field-error';

/** `POST /api/<resource>/{id}/reassign`: all references to the record move to this one. */
export class ReassignTo {
  @ApiProperty({ type: 'string', format: 'uuid', description: 'The replacement.' })
  @Matches(UUID_PATTERN, NOT_AN_ID)
  to: string;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    required: false,
    description: 'The row_version of the replaced record, as read; a stale one answers 412.',
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
    description: 'Number of moved records by kind.',
  })
  moved: Record<string, number>;

  @ApiProperty({
    type: 'boolean',
    example: false,
    description: 'true: more rows than one call moves (1,000). Repeat the call until it is false.',
  })
  more: boolean;
}
