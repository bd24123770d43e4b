import { ApiProperty } from '@nestjs/swagger';
import { auditEvents } from '../contract/audit-events.resource';
import { rowDto } from '../platform/definitions/dto';

export class AuditEventRowDto extends rowDto(auditEvents) {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'The facts before; secrets are masked.',
    example: { first_name: 'Asha' },
  })
  was: Record<string, unknown> | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'The facts after; secrets are masked.',
    example: { first_name: 'Aisha' },
  })
  became: Record<string, unknown> | null;
}
