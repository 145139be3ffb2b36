"use client";
import { useQuery } from "@tanstack/react-query";
import { personQuery } from "@/lib/client/account";
import { mayWrite } from "@/lib/client/roles";

/** The viewer's role in the organization, once it is known. */
export const useRole = () => useQuery(personQuery()).data?.organization_role;

export const useMayWrite = (): boolean => mayWrite(useRole());
