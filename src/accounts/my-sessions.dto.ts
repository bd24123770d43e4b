import { ApiProperty } from '@nestjs/swagger';

export class SessionRowDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid', description: 'The same as id.' })
  session_id: string;

  @ApiProperty({ description: 'The session that asks.', example: true })
  current: boolean;

  @ApiProperty({ enum: ['modern', 'legacy'], description: 'legacy: signed in by a call of the specification.' })
  surface: string;

  @ApiProperty({ description: 'Network address at sign-in.', example: '203.0.113.7' })
  address: string;

  @ApiProperty({ example: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' })
  user_agent: string;

  @ApiProperty({ format: 'date-time' })
  signed_in_at: string;

  @ApiProperty({ format: 'date-time', description: 'To the minute.' })
  last_seen_at: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

export class EndedDto {
  @ApiProperty({ type: 'integer', minimum: 0, example: 2 })
  ended: number;
}
