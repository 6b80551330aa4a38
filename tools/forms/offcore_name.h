/* Intel's spelling of offcore events with several parts. */
#ifndef PFM_OFFCORE_NAME_H
#define PFM_OFFCORE_NAME_H

/* Spells offcore_response.demand_rfo_l3_hit_any_snoop as offcore_response.demand_rfo.l3_hit.any_snoop; others stay. */
void spell_offcore_name(char *name);

#endif
