import * as contracts from "@/lib/contracts/evaluation/templates/ground-truth";
import * as rowContracts from "@/lib/contracts/evaluation/templates/ground-truth-rows";
import { endpoint } from "@/lib/http/endpoint";
import * as groundTruths from "./ground-truths";
import * as rows from "./rows";

export const listGroundTruths = endpoint(contracts.listGroundTruths, groundTruths.listGroundTruths);
export const uploadGroundTruth = endpoint(contracts.uploadGroundTruth, groundTruths.uploadGroundTruth);
export const getGroundTruthConfig = endpoint(contracts.getGroundTruthConfig, groundTruths.getGroundTruthConfig);
export const setGroundTruthConfig = endpoint(contracts.setGroundTruthConfig, groundTruths.setGroundTruthConfig);
export const setGroundTruthMapping = endpoint(rowContracts.setGroundTruthMapping, rows.setGroundTruthMapping);
export const setGroundTruthRoleMapping = endpoint(
  rowContracts.setGroundTruthRoleMapping,
  rows.setGroundTruthRoleMapping,
);
export const getGroundTruthData = endpoint(rowContracts.getGroundTruthData, rows.getGroundTruthData);
export const getGroundTruthStatus = endpoint(rowContracts.getGroundTruthStatus, rows.getGroundTruthStatus);
export const embedGroundTruth = endpoint(rowContracts.embedGroundTruth, rows.getGroundTruthStatus);
export const searchGroundTruth = endpoint(rowContracts.searchGroundTruth, rows.searchGroundTruth);
export const deleteGroundTruth = endpoint(rowContracts.deleteGroundTruth, rows.deleteGroundTruth);
